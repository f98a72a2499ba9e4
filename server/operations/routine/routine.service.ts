import { and, eq, inArray, sql } from "drizzle-orm";
import { longDatabase } from "@/db/client";
import { routineLog } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { logError } from "@/server/kit/process/log";
import type { moduleCodes } from "@/server/permission-modules.rules";
import { runStates } from "./routine.rules";

export interface Routine {
  /** such as OUTBOX_SWEEP: what the routine log is filtered by */
  code: string;
  label: string;
  module: keyof typeof moduleCodes;
  /** asks others in between, so it has no transaction around all of it */
  isOutside?: boolean;
  /** does the work; returns how many items it did */
  work: (ctx: KnownCtx) => Promise<number>;
}

const interrupted = "The worker stopped before it was done.";
const now = () => new Date().toISOString();

/**
 * Runs `work` as the only run of its code among all workers. The lock belongs to a database session, so it is released
 * at once when a worker dies, and its holder knows that no other run is active.
 * @returns undefined where another worker has the lock
 */
const alone = <T>(code: string, work: () => Promise<T>): Promise<T | undefined> =>
  longDatabase().transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const lock = sql`select pg_try_advisory_xact_lock(hashtextextended(${`routine:${code}`}, 0)) as got`;
    const [row] = await tx.execute<{ got: boolean }>(lock);
    return row?.got ? work() : undefined;
  });

const closeInterrupted = (ctx: KnownCtx, code: string) =>
  ctx.db
    .update(routineLog)
    .set({ status: "fail", error: interrupted, endedAt: now(), version: sql`${routineLog.version} + 1` })
    .where(and(eq(routineLog.codeRoutine, code), inArray(routineLog.status, runStates.before("fail"))));

/** Runs a routine once and writes the routine log: a row that says "running", then how it ended. A failure stays in the log. */
export async function runRoutine(ctx: KnownCtx, routine: Routine): Promise<void> {
  const { code, label, module, isOutside, work } = routine;
  await alone(code, async () => {
    await closeInterrupted(ctx, code);
    const [row] = await ctx.db
      .insert(routineLog)
      .values({ codeRoutine: code, routine: label, module, startedAt: now(), status: "running" })
      .returning({ id: routineLog.id });
    const end = (values: Partial<typeof routineLog.$inferInsert> & { status: "done" | "fail" }) =>
      ctx.db
        .update(routineLog)
        .set({ ...values, endedAt: now(), version: 2 })
        .where(and(eq(routineLog.id, row?.id ?? ""), inArray(routineLog.status, runStates.before(values.status))));
    try {
      const inOne = () =>
        inTransaction(ctx, async (ctx) => {
          await ctx.db.execute(sql`set local statement_timeout = '10min'`);
          return work(ctx);
        });
      const itemsDone = await (isOutside ? work(ctx) : inOne());
      await end({ status: "done", itemsDone });
    } catch (error) {
      logError(error, { routine: code });
      await end({ status: "fail", error: (error instanceof Error ? error.message : String(error)).slice(0, 500) });
    }
  });
}

/** At a worker's start: runs that a worker left behind are marked as failed, unless another worker is running it. */
export async function closeInterruptedRuns(ctx: KnownCtx): Promise<void> {
  const running = await ctx.db
    .selectDistinct({ code: routineLog.codeRoutine })
    .from(routineLog)
    .where(eq(routineLog.status, "running"));
  for (const { code } of running) await alone(code, () => closeInterrupted(ctx, code));
}
