import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { env } from "@/env/env";
import { toAppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";

const { db, url } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
let sql: postgres.Sql;
let ids: string[] = [];
beforeAll(async () => {
  sql = postgres(url, { max: 1 });
  ids = (await Promise.all(["A", "B"].map((label) => api().modelPers.create({ label })))).map(({ id }) => id);
});
afterAll(() => sql.end());

const [locked, other] = [() => ids[0] ?? "", () => ids[1] ?? ""];
const writers = () =>
  Array.from({ length: 12 }, (_, n) =>
    api()
      .modelPers.update({ id: locked(), description: `Writer ${n}` })
      .then(
        () => "done",
        (error: unknown) => toAppError(error),
      ),
  );

/** Milliseconds of the slowest of ten calls, one after the other. */
async function slowest(work: (n: number) => Promise<unknown>) {
  let most = 0;
  for (let n = 0; n < 10; n++) {
    const begun = performance.now();
    await work(n);
    most = Math.max(most, performance.now() - begun);
  }
  return most;
}

it("twelve writers of one locked record hold up neither readers nor writers of others, and are done once it is free", async () => {
  let waiting: Promise<unknown>[] = [];
  let [reads, writes] = [0, 0];
  await sql.begin(async (sql) => {
    await sql`select from backoffice.model_pers where id = ${locked()} for update`;
    const begun = performance.now();
    waiting = writers();
    await sleep(100);
    [reads, writes] = await Promise.all([
      slowest(() => api().modelPers.get({ id: other() })),
      slowest((n) => api().modelPers.update({ id: other(), description: `Change ${n}` })),
    ]);
    await sleep(Math.max(0, begun + 3_000 - performance.now()));
  });
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
  // Without a limit both would have waited until the lock was let go of.
  expect(reads).toBeLessThan(scaled(2_500, 1_000));
  expect(writes).toBeLessThan(scaled(2_800, 2_000));
});

it("a record that stays locked is a 503 for each of its writers, soon", async () => {
  const { DATABASE_LOCK_TIMEOUT_MS: patienceOfTests } = env;
  onTestFinished(() => {
    env.DATABASE_LOCK_TIMEOUT_MS = patienceOfTests;
  });
  env.DATABASE_LOCK_TIMEOUT_MS = 5_000; // as it is where nothing is set
  await sql.begin(async (sql) => {
    await sql`select from backoffice.model_pers where id = ${locked()} for update`;
    const begun = performance.now();
    for (const refused of await Promise.all(writers()))
      expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    expect(performance.now() - begun).toBeLessThan(env.DATABASE_LOCK_TIMEOUT_MS + 5_000);
  });
  expect(await Promise.all(writers().slice(0, 3))).toEqual(["done", "done", "done"]);
});
