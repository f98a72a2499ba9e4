import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  idempotencyKeys,
  idempotentCalls,
  invitations,
  loginAttempts,
  mailLog,
  rateLimits,
  refreshTokens,
  routineLog,
  secondFactors,
  sessions,
  users,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { patienceMs } from "@/db/testing/scale";
import { systemCtx } from "@/server/kit/call/context";
import { routineLogService } from "@/server/operations/routine-log/routine-log.service";
import { purgeExpired } from "./purge.service";
import { closeInterruptedRuns, runRoutine } from "./routine.service";

const { db } = useDatabase();
const ctx = () => systemCtx("test");
const routine = { code: "TEST", label: "A test", module: "operations" } as const;
const runs = () => db().select().from(routineLog).orderBy(routineLog.startedAt, routineLog.id);
const left = { codeRoutine: "TEST", routine: "A test", module: "operations", startedAt: "2026-01-01T00:00:00.000Z" };

beforeEach(() => db().delete(routineLog));

describe("a routine", () => {
  test("says that it runs, then what it did", async () => {
    let during: string | undefined;
    await runRoutine(ctx(), {
      ...routine,
      work: async () => {
        during = (await runs())[0]?.status;
        return 7;
      },
    });
    expect(during).toBe("running");
    expect(await runs()).toMatchObject([{ codeRoutine: "TEST", status: "done", itemsDone: 7, error: null }]);
    expect((await runs())[0]?.endedAt).toBeTruthy();
  });

  test("that fails writes nothing but its failure", async () => {
    await runRoutine(ctx(), {
      ...routine,
      work: async (inner) => {
        await inner.db.insert(rateLimits).values({ key: "half-done", used: 1, resetsAt: new Date().toISOString() });
        throw new Error("no such thing");
      },
    });
    expect(await runs()).toMatchObject([{ status: "fail", error: "no such thing", itemsDone: 0 }]);
    expect(await db().select().from(rateLimits).where(eq(rateLimits.key, "half-done"))).toEqual([]);
  });

  test("runs once, however many workers start it together", async () => {
    let started = 0;
    let passed = 0;
    const work = async () => {
      started++;
      await vi.waitFor(() => expect(passed).toBe(3), patienceMs);
      return 1;
    };
    const start = async () => {
      await runRoutine(ctx(), { ...routine, work });
      passed++;
    };
    await Promise.all([start(), start(), start(), start()]);
    expect(started).toBe(1);
    expect(await runs()).toHaveLength(1);
  });

  test("finds the run of a worker that died and marks it as failed; a living one it leaves alone", async () => {
    await db()
      .insert(routineLog)
      .values([
        { ...left, status: "running" },
        { ...left, status: "running", codeRoutine: "OTHER" },
      ]);
    await db().transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('routine:OTHER', 0))`);
      await closeInterruptedRuns(ctx());
    });
    expect((await runs()).map((run) => [run.codeRoutine, run.status]).sort()).toEqual([
      ["OTHER", "running"],
      ["TEST", "fail"],
    ]);
    await runRoutine(ctx(), { ...routine, code: "OTHER", work: async () => 1 });
    const other = (await runs()).filter((run) => run.codeRoutine === "OTHER");
    expect(other.map((run) => [run.status, run.error])).toEqual([
      ["fail", "The worker stopped before it was done."],
      ["done", null],
    ]);
  });
});

describe("the routine log", () => {
  test("filters, sorts by start and says how long a run took", async () => {
    await db()
      .insert(routineLog)
      .values([
        { ...left, status: "done", endedAt: "2026-01-01T00:00:01.500Z" },
        {
          ...left,
          startedAt: "2026-01-02T00:00:00.000Z",
          codeRoutine: "PURGE_50%",
          module: "identity",
          status: "fail",
        },
      ]);
    const codes = async (filters: object) =>
      (await routineLogService.list(ctx(), filters)).items.map((run) => [run.codeRoutine, run.durationMs]);
    expect(await codes({})).toEqual([
      ["PURGE_50%", null],
      ["TEST", 1500],
    ]);
    expect(await codes({ sentFrom: "2026-01-02" })).toEqual([["PURGE_50%", null]]);
    expect(await codes({ sentTo: "2026-01-01" })).toEqual([["TEST", 1500]]);
    expect(await codes({ module: "IDENT" })).toEqual([["PURGE_50%", null]]);
    expect(await codes({ codeRoutine: "50%" })).toEqual([["PURGE_50%", null]]);
    expect(await codes({ routine: "nothing like it" })).toEqual([]);
    expect(await codes({ status: "done" })).toEqual([["TEST", 1500]]);
    const [failed, done] = [
      ["PURGE_50%", null],
      ["TEST", 1500],
    ];
    expect([await codes({ show: "worked" }), await codes({ show: "all" })]).toEqual([[failed], [failed, done]]);
    await db().update(routineLog).set({ itemsDone: 1 });
    expect(await codes({ show: "worked" })).toEqual([failed, done]);
  });

  test("counts the days", async () => {
    const today = new Date().toISOString();
    const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await db()
      .insert(routineLog)
      .values([
        { ...left, startedAt: today, status: "done" },
        { ...left, startedAt: today, status: "fail" },
        { ...left, startedAt: today, status: "running" },
        { ...left, startedAt: old, status: "done" },
      ]);
    const today0 = { day: today.slice(0, 10), codeRoutine: "TEST", routine: "A test", done: 1, fail: 1 };
    expect(await routineLogService.days(ctx(), 3)).toEqual([today0]);
    expect(await routineLogService.days(ctx(), 4)).toHaveLength(2);
    expect(await routineLogService.days(ctx(), 4, "OTHER")).toEqual([]);
  });
});

test("the purge takes what has had its time and nothing else", async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const [user] = await db()
    .insert(users)
    .values({ email: "p@p.demo", firstName: "P", lastName: "P", type: "Staff" })
    .returning();
  const userId = user?.id ?? "";
  const session = (expiresAt: string, revokedAt: string | null = null) => ({
    userId,
    kind: "api" as const,
    expiresAt,
    revokedAt,
  });
  const made = await db()
    .insert(sessions)
    .values([session(ago(-1)), session(ago(31)), session(ago(-60), ago(31)), session(ago(29))])
    .returning();
  const sessionId = made[0]?.id ?? "";
  await db()
    .insert(refreshTokens)
    .values([
      { sessionId, tokenHash: "live", expiresAt: ago(-1) },
      { sessionId, tokenHash: "spent", expiresAt: ago(1) },
    ]);
  const key = { actor: "a", requestHash: "h" };
  await db()
    .insert(idempotencyKeys)
    .values([
      { ...key, key: "new", createdAt: ago(0.9) },
      { ...key, key: "old", createdAt: ago(1.1) },
    ]);
  const call = { owner: "a", procedure: "p", inputHash: "h", isAlone: true };
  await db()
    .insert(idempotentCalls)
    .values([
      { ...call, key: "new", createdAt: ago(0.9) },
      { ...call, key: "old", createdAt: ago(1.1) },
    ]);
  await db()
    .insert(rateLimits)
    .values([
      { key: "open", used: 1, resetsAt: ago(-0.1) },
      { key: "over", used: 1, resetsAt: ago(0.1) },
    ]);
  await db()
    .insert(loginAttempts)
    .values([
      { emailHash: "new", failures: 3, lastAt: ago(0.5) },
      { emailHash: "old", failures: 9, lastAt: ago(2) },
    ]);
  const mail = {
    templateCode: "T",
    subject: "S",
    recipient: "r@r.demo",
    sender: "s@s.demo",
    module: "devices",
    body: "B",
  };
  await db()
    .insert(mailLog)
    .values([
      { ...mail, status: "fail", secrets: { pin: "1" }, updatedAt: ago(8) },
      { ...mail, status: "fail", secrets: { pin: "2" }, updatedAt: ago(6) },
    ]);
  await db()
    .insert(routineLog)
    .values([
      { ...left, status: "done", startedAt: ago(91) },
      { ...left, status: "done", startedAt: ago(89) },
      { ...left, status: "fail", startedAt: ago(91) },
    ]);
  const people = await db()
    .insert(users)
    .values(
      ["q", "r"].map((name) => ({ email: `${name}@p.demo`, firstName: "P", lastName: "P", type: "Rider" as const })),
    )
    .returning();
  const [one = "", other = ""] = people.map(({ id }) => id);
  await db()
    .insert(invitations)
    .values([
      { userId: one, tokenHash: "live", expiresAt: ago(-1) },
      { userId: other, tokenHash: "over", expiresAt: ago(0.1) },
    ]);
  await db()
    .insert(secondFactors)
    .values([
      { userId: one, secretSealed: "begun", createdAt: ago(0.9) },
      { userId: other, secretSealed: "left", createdAt: ago(1.1) },
      { userId, secretSealed: "on", createdAt: ago(1.1), confirmedAt: ago(1.1) },
    ]);
  for (const [task, attempts, days] of [
    ["failed-lately", 1, 6],
    ["failed-long-ago", 1, 8],
    ["waits", 0, 8],
  ] as const) {
    const [job] = await db().execute<{ id: string }>(
      sql`select id::text as id from graphile_worker.add_job(${task}, max_attempts => 1)`,
    );
    await db().execute(sql`update graphile_worker._private_jobs
      set attempts = ${attempts}, updated_at = ${ago(days)} where id = ${job?.id ?? ""}`);
  }
  expect(await purgeExpired(ctx())).toBe(12);
  expect(await purgeExpired(ctx())).toBe(0);
  const remaining = await db().select().from(sessions);
  expect(remaining.map((row) => row.id).sort()).toEqual([made[0]?.id, made[3]?.id].sort());
  expect((await db().select().from(invitations)).map((row) => row.tokenHash)).toEqual(["live"]);
  expect((await db().select().from(secondFactors)).map((row) => row.secretSealed).sort()).toEqual(["begun", "on"]);
  expect((await db().select().from(refreshTokens)).map((row) => row.tokenHash)).toEqual(["live"]);
  expect((await db().select().from(idempotencyKeys)).map((row) => row.key)).toEqual(["new"]);
  expect((await db().select().from(idempotentCalls)).map((row) => row.key)).toEqual(["new"]);
  expect((await db().select().from(rateLimits)).map((row) => row.key)).toEqual(["open"]);
  expect((await db().select().from(loginAttempts)).map((row) => row.emailHash)).toEqual(["new"]);
  expect((await runs()).map((run) => run.status)).toEqual(["fail", "done"]);
  const jobs = await db().execute<{ task: string }>(sql`
    select task_identifier as task from graphile_worker.jobs order by task`);
  expect(jobs.map(({ task }) => task)).toEqual(["failed-lately", "waits"]);
  const secrets = (await db().select().from(mailLog)).map((row) => row.secrets?.pin);
  expect(secrets.sort()).toEqual(["2", undefined]);
});
