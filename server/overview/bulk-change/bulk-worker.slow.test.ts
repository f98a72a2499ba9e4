import { type ChildProcess, spawn } from "node:child_process";
import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { patienceMs, scaled } from "@/db/testing/scale";
import { secretSettings } from "@/env/testing";
import { useProgram } from "@/scripts/testing/program";
import { toMaintenance, useBulkDevices } from "./testing";

// A run in the hands of a worker as the process it is: killed in the middle, gone on with by the next one.

const { db, url } = useDatabase();
const { program } = useProgram("server/worker.ts");
const { call, devices, statuses } = useBulkDevices(db);
/** Of 500 a step. */
const count = scaled(2_000, 3_000);
const workers: ChildProcess[] = [];
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
});

function startWorker() {
  const env = { ...secretSettings(), NODE_ENV: "test" as const, DATABASE_URL: url, SMTP_URL: "" };
  const worker = spawn(process.execPath, [program], { env, stdio: "ignore" });
  workers.push(worker);
  return async () => {
    const ended = new Promise((done) => worker.once("exit", done));
    worker.kill("SIGKILL");
    await ended;
  };
}

test("a worker killed in the middle of a run loses nothing, and one killed in the middle of its undo neither", {
  timeout: 240_000,
}, async () => {
  await devices(count);
  // Each step takes long enough to be met in the middle.
  await db().execute(sql`create function backoffice.slow() returns trigger language plpgsql as $$ begin
    perform pg_sleep(${sql.raw(String(scaled(0.8, 0.4)))}); return null; end $$`);
  await db().execute(sql`create trigger slow after update on backoffice.pers for each statement
    execute function backoffice.slow()`);
  const { planId: id } = await call().plan({ ...toMaintenance, filters: { status: "stock" } });
  const patience = { timeout: patienceMs, interval: 50 };
  const counts = async () => (await call().get({ id })).counts;

  let kill = startWorker();
  expect(await call().run({ planId: id })).toMatchObject({ status: "running" });
  await expect.poll(async () => (await counts()).passed, patience).toBeGreaterThan(0);
  await kill();
  const { passed } = await counts();
  expect(passed).toBeLessThan(count);
  expect(await statuses()).toEqual({ maintenance: passed, stock: count - passed });
  kill = startWorker();
  await expect.poll(async () => (await call().get({ id })).status, patience).toBe("done");
  expect(await counts()).toMatchObject({ passed: count, changed: count, left: 0 });
  expect(await db().$count(auditLog, eq(auditLog.requestId, id))).toBe(count);

  await call().undo({ id });
  await expect.poll(async () => (await counts()).undone, patience).toBeGreaterThan(0);
  await kill();
  expect((await counts()).undone).toBeLessThan(count);
  startWorker();
  await expect.poll(async () => (await call().get({ id })).status, patience).toBe("undone");
  expect((await counts()).undone).toBe(count);
  expect(await statuses()).toEqual({ stock: count });
});
