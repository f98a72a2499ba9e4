import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog, routineLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { routineTimes } from "../routine/schedule.rules";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
const add = async (task: string) => {
  const [row] = await db().execute<{ id: string }>(
    sql`select id::text as id from graphile_worker.add_job(${task}, max_attempts := 2)`,
  );
  return row?.id ?? "";
};

it("the queue says what waits, runs, is retried and gave up, and runs again what gave up", async () => {
  const [gaveUp, runs] = [await add("push-platform"), await add("push-platform")];
  await add("deliver-mail");
  await db().execute(sql`
    update graphile_worker._private_jobs set attempts = 2, last_error = 'no way' where id = ${gaveUp}::bigint`);
  await db().execute(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = ${runs}::bigint`);
  const { queues } = await api().jobs.overview();
  const counts = { running: 0, waiting: 0, retrying: 0, failed: 0 };
  expect(queues).toMatchObject([
    { task: "deliver-mail", ...counts, waiting: 1 },
    { task: "push-platform", ...counts, running: 1, failed: 1 },
  ]);
  expect((await api().jobs.newest({ status: "failed" })).items).toMatchObject([
    { id: gaveUp, task: "push-platform", tries: 2, mostTries: 2, error: "no way" },
  ]);
  expect(await api().jobs.runAgain({ ids: [gaveUp, runs, "4711"] })).toEqual({ queued: 1, skipped: 2 });
  expect((await api().jobs.newest({})).items.map(({ status }) => status)).toEqual(["waiting", "running", "waiting"]);
  const rows = (await db().select().from(auditLog)).filter(({ objectType }) => objectType === "job");
  expect(rows).toMatchObject([
    { objectId: expect.stringMatching(new RegExp(`0${gaveUp}$`)), objectLabel: "push-platform", action: "run-again" },
  ]);
});

it("routines have their last run and their next one", async () => {
  const run = { codeRoutine: "OUTBOX_SWEEP", routine: "Outbox sweep", module: "operations" as const };
  await db()
    .insert(routineLog)
    .values([
      { ...run, startedAt: "2026-01-01T00:00:00.000Z", status: "done" },
      { ...run, startedAt: "2026-01-01T00:05:00.000Z", status: "fail", error: "lost" },
    ]);
  const { routines } = await api().jobs.overview();
  expect(routines.map(({ code }) => code).sort()).toEqual(Object.keys(routineTimes).sort());
  expect(routines[0]).toMatchObject({ routine: "Outbox sweep", lastStatus: "fail", lastError: "lost" });
  expect(Date.parse(routines[0]?.nextAt ?? "") - Date.now()).toBeLessThanOrEqual(300_000);
});
