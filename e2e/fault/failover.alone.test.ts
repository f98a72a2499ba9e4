import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { isLong } from "@/db/testing/scale";
import { type Persdesk, seedDemo, startPersdesk } from "../harness";
import { hasPatroni, startPatroni } from "./patroni";
import { createForEver, signIn } from "./writes";

// The primary of a cluster is killed under load, and the standby takes its place.

const isTried = isLong && (hasPatroni() || process.env.OPERATE === "1");
const rounds = 3;
let cluster: Awaited<ReturnType<typeof startPatroni>>;
let persdesk: Persdesk;

beforeAll(async () => {
  if (!isTried) return;
  cluster = await startPatroni();
  await seedDemo(cluster.url);
  persdesk = await startPersdesk({ databaseUrl: cluster.url });
}, 400_000);
afterAll(async () => {
  await persdesk?.stop();
  await cluster?.stop();
});

const patience = { timeout: 60_000, interval: 50 };

describe.runIf(isTried)("the primary is killed under load, and Patroni promotes the standby", () => {
  it("loses no acknowledged write, answers 503 meanwhile, and is at work within five seconds", {
    timeout: 900_000,
  }, async () => {
    const pids = [persdesk.web.process.pid, persdesk.worker?.process.pid];
    const stream = createForEver(persdesk.url, await signIn(persdesk.url));
    const grows = (by: number) => {
      const enough = stream.acknowledged.length + by;
      return expect.poll(() => stream.acknowledged.length, patience).toBeGreaterThan(enough);
    };
    const took: number[] = [];
    const queueTook: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { primary, standby } = await cluster.whole();
      await grows(50);
      cluster.kill(primary);
      const killed = performance.now();
      const isStandby = () =>
        onServer(cluster.admin(standby), async (sql) => (await sql`select pg_is_in_recovery() as so`)[0]?.so);
      await expect.poll(isStandby, patience).toBe(false);
      const promoted = performance.now();
      await grows(0);
      took.push(Math.round(performance.now() - promoted));
      await onServer(
        cluster.admin(standby, "persdesk"),
        (sql) => sql`select graphile_worker.add_job('outbox-sweep', '{}'::json, job_key => 'failover')`,
      );
      const waits = () =>
        onServer(
          cluster.admin(standby, "persdesk"),
          async (sql) => (await sql`select 1 from graphile_worker.jobs where key = 'failover'`).length,
        );
      await expect.poll(waits, patience).toBe(0);
      queueTook.push(Math.round(performance.now() - promoted));
      console.log(`promoted ${Math.round(promoted - killed)} ms after the kill`);
      await grows(50);
      cluster.bringBack(primary);
    }
    await stream.stop();
    const { primary: last } = await cluster.whole();
    // What was done although nobody was told so: its commit got no answer.
    const [rows] = await onServer(
      cluster.admin(last, "persdesk"),
      (sql) => sql<{ kept: number; unknown: number }[]>`
        select count(*) filter (where label = any(${stream.acknowledged}))::int as kept,
          count(*) filter (where label <> all(${stream.acknowledged}))::int as unknown
        from backoffice.model_pers where label like 'Fault %'`,
    );
    const { kept = 0, unknown = 0 } = rows ?? {};
    const statuses = [...new Set(stream.refused.map(({ status }) => status))];
    console.log(
      `${stream.acknowledged.length} acknowledged, ${stream.acknowledged.length - kept} lost, ${unknown} done without an answer, ${stream.refused.length} refused (${statuses}); first good answer ${took} ms, queue ${queueTook} ms after the promotion`,
    );
    expect(kept).toBe(stream.acknowledged.length);
    expect(statuses).toEqual([503]);
    expect(unknown).toBeLessThanOrEqual(stream.refused.length);
    expect(stream.refused.filter(({ retryAfter }) => !Number(retryAfter))).toEqual([]);
    expect(Math.max(...took)).toBeLessThanOrEqual(5_000);
    expect([persdesk.web.process.pid, persdesk.worker?.process.pid]).toEqual(pids);
    expect([persdesk.web.process.exitCode, persdesk.worker?.process.exitCode]).toEqual([null, null]);
  });
});
