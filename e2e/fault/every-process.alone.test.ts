import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { isLong } from "@/db/testing/scale";
import { run } from "@/scripts/command.mjs";
import { demoSecrets } from "@/scripts/demo.mjs";
import { startPostgres } from "@/scripts/postgres.mjs";
import { type Persdesk, seedDemo, startPersdesk } from "../harness";
import { screenOf } from "../session";
import { createForEver, type Stream, signIn } from "./writes";

// Faults that take minutes and more than one process, hence in the long run only: each process killed in turn under load, a
// node whose clock is wrong, a database without disk. For each: what was acknowledged is there, answers meanwhile are quick,
// and soon after the fault all is well without a restart of the rest.

/** Milliseconds that a refusal may take, and that may pass from the end of a fault to the first write. */
const quick = 2_000;
const soon = 10_000;

const folder = mkdtempSync(join(tmpdir(), "persdesk-every-"));
const disk = join(folder, "disk");
let isSmallDisk = false;
let database: Awaited<ReturnType<typeof startPostgres>>;
const dir = join(disk, "postgres");

const untilWritten = (stream: Stream, by: number, timeout: number) => {
  const enough = stream.acknowledged.length + by;
  return expect.poll(() => stream.acknowledged.length, { timeout, interval: 20 }).toBeGreaterThan(enough);
};

async function assertKept(stream: Stream) {
  const [kept] = await onServer(
    database.url,
    (sql) => sql`
      select count(*) filter (where m.label = any(${stream.acknowledged}))::int as kept,
        count(*) filter (where a.id is null)::int as unaudited
      from backoffice.model_pers m left join platform.audit_log a on a.object_id = m.id where m.label like 'Fault %'`,
  );
  expect(kept).toEqual({ kept: stream.acknowledged.length, unaudited: 0 });
  await onServer(database.url, (sql) => sql`delete from backoffice.model_pers where label like 'Fault %'`);
}

const slowest = (stream: Stream) => Math.max(0, ...stream.refused.map(({ ms }) => ms));

describe.runIf(isLong)("under load", () => {
  const running: Persdesk[] = [];

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    mkdirSync(disk);
    // Only root may mount; elsewhere the disk is not filled.
    isSmallDisk = (await run("mount", ["-t", "tmpfs", "-o", "size=700m", "tmpfs", disk])).code === 0;
    database = await startPostgres({ dir, more: { max_wal_size: "64MB" } });
    await seedDemo(database.url);
    const secrets = demoSecrets(folder);
    const ahead = join(folder, "ahead.mjs");
    writeFileSync(
      ahead,
      `const Now = Date; const hour = 3_600_000;
       globalThis.Date = class extends Now {
         constructor(...given) { given.length ? super(...given) : super(Now.now() + hour); }
         static now() { return Now.now() + hour; }
       };`,
    );
    for (const env of [secrets, { ...secrets, NODE_OPTIONS: `--import ${ahead}` }])
      running.push(await startPersdesk({ databaseUrl: database.url, env: { ...env, APP_URL: "http://localhost" } }));
  }, 240_000);
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()));
    await database?.stop();
    if (isSmallDisk) await run("umount", ["-l", disk]);
    rmSync(folder, { recursive: true, force: true });
  });
  const node = (n: number) => {
    const one = running[n];
    if (!one) throw new Error("two nodes run");
    return one;
  };

  it("every process is killed in turn", { timeout: 300_000 }, async () => {
    const { url } = node(0);
    const stream = createForEver(url, await signIn(url));
    for (let round = 0; round < 5; round++) {
      await untilWritten(stream, 50, 30_000);
      node(0).web.process.kill("SIGKILL");
      await node(0).restartWeb();
      await untilWritten(stream, 50, soon);
      process.kill(database.pid() ?? 0, "SIGKILL");
      await expect.poll(() => stream.refused.at(-1)?.status, { timeout: 5_000, interval: 20 }).toBe(503);
      database = await startPostgres({ dir, more: { max_wal_size: "64MB" } });
      await untilWritten(stream, 20, soon);
    }
    node(0).worker?.process.kill("SIGKILL");
    await untilWritten(stream, 50, soon);
    await stream.stop();
    expect([...new Set(stream.refused.map(({ status }) => status))].sort()).toEqual([0, 503]);
    expect(slowest(stream)).toBeLessThan(quick);
    await assertKept(stream);
  });

  it("a node's clock is an hour ahead", { timeout: 120_000 }, async () => {
    const [right, ahead] = [node(0), node(1)];
    const streams = [
      createForEver(right.url, await signIn(right.url), 4),
      createForEver(ahead.url, await signIn(ahead.url), 4),
    ];
    for (const stream of streams) await untilWritten(stream, 100, 30_000);
    for (const stream of streams) await stream.stop();
    const [first, second] = streams;
    expect(streams.flatMap(({ refused }) => refused)).toEqual([]);
    // Sessions of people hold at both, whichever made them; they end by the database's clock.
    for (const [made, used] of [
      [right, ahead],
      [ahead, right],
    ] as const) {
      const { cookie } = await screenOf(made, "admin@persdesk.demo");
      const headers = { cookie, "x-persdesk": "1" };
      const asked = await fetch(`${used.url}/api/trpc/modelPers.rows?input=${encodeURIComponent('{"limit":1}')}`, {
        headers,
      });
      expect(asked.status).toBe(200);
    }
    await assertKept({
      acknowledged: [...(first?.acknowledged ?? []), ...(second?.acknowledged ?? [])],
      refused: [],
      stop: async () => undefined,
    });
  });

  it("the database's disk is full", { timeout: 240_000 }, async (test) => {
    if (!isSmallDisk) test.skip("nothing can be mounted here");
    const { url } = node(0);
    const headers = { authorization: `Bearer ${await signIn(url)}` };
    const stream = createForEver(url, headers.authorization.slice("Bearer ".length));
    await untilWritten(stream, 50, 30_000);
    const filler = join(disk, "filler");
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 4 * 1024 * 1024)));
    await expect.poll(() => stream.refused.length, { timeout: 120_000, interval: 50 }).toBeGreaterThan(100);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    rmSync(filler);
    // A server that could not write its log has ended; whoever runs it starts it again.
    database = await startPostgres({ dir, more: { max_wal_size: "64MB" } });
    await untilWritten(stream, 20, soon);
    await stream.stop();
    expect([...new Set(stream.refused.map(({ status }) => status))]).toEqual([503]);
    expect(slowest(stream)).toBeLessThan(quick);
    await assertKept(stream);
  });
});
