import { sql } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { patienceMs } from "@/db/testing/scale";
import { seedBase } from "@/seed/base";
import { systemCtx } from "@/server/kit/call/context";
import { startRunner } from "@/server/overview/routine/runner.service";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { queueSilence } from "./queue-line";
import { startWorkerLife } from "./worker-life.service";

const { db, url } = useDatabase();
const lives: ReturnType<typeof startWorkerLife>[] = [];
const live = (...names: string[]) => {
  const one = startWorkerLife(url, new Set(names));
  lives.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(lives.splice(0).map((one) => one.stop()));
});

const jobs = () =>
  db().execute<{ key: string; worker: string | null; attempts: number; most: number }>(
    sql`select key, locked_by as worker, attempts, max_attempts as most from graphile_worker.jobs order by key`,
  );

/** A job that a worker took a while ago. */
const take = async (key: string, worker: string, most: number, seconds: number) => {
  await db().execute(
    sql`select graphile_worker.add_job('test', '{}'::json, job_key => ${key}, max_attempts => ${most}::int)`,
  );
  await db().execute(sql`
    update graphile_worker._private_jobs set attempts = 1, locked_by = ${worker}, locked_at = now() - ${seconds} * interval '1 second'
    where key = ${key}`);
};

it("gives back the jobs of workers whose session has ended, and of nobody else", async () => {
  const silent = queueSilence();
  const first = live("alive");
  const gone = live("gone");
  await take("a-routine-of-the-dead", "gone", 1, 60);
  await take("of-the-dead", "gone", 8, 60);
  await take("of-the-living", "alive", 8, 60);
  await take("of-the-newly-come", "not heard of yet", 8, 1);
  await vi.waitFor(async () => {
    const locks = await db().execute<{ n: number }>(
      sql`select count(*)::int as n from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(locks[0]?.n).toBe(2);
  }, patienceMs);
  expect(queueSilence()).toBeLessThan(silent);
  await gone.stop();
  live("another");
  await vi.waitFor(async () => {
    expect(await jobs()).toEqual([
      { key: "a-routine-of-the-dead", worker: null, attempts: 1, most: 2 },
      { key: "of-the-dead", worker: null, attempts: 1, most: 8 },
      { key: "of-the-living", worker: "alive", attempts: 1, most: 8 },
      { key: "of-the-newly-come", worker: "not heard of yet", attempts: 1, most: 8 },
    ]);
  }, patienceMs);
  await first.stop();
});

it("leaves alone what a runner works on, however long it takes", async () => {
  await seedBase(db());
  await db().execute(sql`truncate graphile_worker._private_jobs`);
  let [begun, finish] = [false, () => {}];
  const held = new Promise<void>((go) => {
    finish = go;
  });
  const send = async () => {
    begun = true;
    await held;
  };
  const runner = await startRunner({ connectionString: url, send });
  const mailId = await enqueueMail(systemCtx("test"), {
    templateCode: "PASSWORD_CHANGED",
    module: "identity",
    recipient: "rider@persdesk.demo",
    tokens: { firstName: "Robin" },
  });
  try {
    await vi.waitFor(() => expect(begun).toBe(true), patienceMs);
    const age = sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where locked_by is not null`;
    await db().execute(age);
    await take("of-the-dead", "gone", 8, 60);
    live("another");
    const workerOf = async (key: string) => (await jobs()).find((job) => job.key === key)?.worker;
    await vi.waitFor(async () => expect(await workerOf("of-the-dead")).toBeNull(), patienceMs);
    expect(await workerOf(`mail:${mailId}`)).toMatch(/./);
  } finally {
    finish();
    await runner.stop();
  }
});
