import { eq, sql } from "drizzle-orm";
import { bulkChanges } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { type AppError, broken, toAppError } from "@/server/kit/call/errors";
import { leftSince } from "@/server/kit/import/left-records";
import { oneOf } from "@/server/kit/list/list-filters";
import { logError } from "@/server/kit/process/log";
import { audit } from "@/server/kit/record/audit";
import { atOnce, bulkStates, mostLeft } from "./bulk.rules";
import type { BulkChange, BulkKind, BulkRow, Undoable } from "./bulk-kind";
import { partsOfBulkChanges as parts } from "./bulk-parts";
import { type PlannedRow, runAs } from "./bulk-plan";
import type { BulkChangeRow } from "./bulk-row";

// A run, and its undo, goes forward in steps: each is a transaction that changes some records and says in the run's own row
// how far it came. Whoever goes on after a worker died goes on behind the last step, and two who do it wait for each other.

type Left = BulkChangeRow["left"][number];

/** The job that goes on with a run or an undo. */
export const bulkTask = "bulk-change";
/** A run that its caller waits for is gone on with by a worker where the caller's server stopped. */
const patienceSeconds = 60;
const mostTries = 10;

const now = () => new Date().toISOString();

/** Has a worker go on, in the caller's transaction. */
const queue = (ctx: KnownCtx, id: string, delay: number) =>
  ctx.db.execute(sql`select graphile_worker.add_job(${bulkTask}, ${JSON.stringify({ id })}::json, job_key => ${`${bulkTask} ${id}`},
    run_at => now() + make_interval(secs => ${delay}::int), max_attempts => ${mostTries}::int)`);

/** Whether so many records are changed while the caller waits. */
const isSmall = (rows: number) => rows <= atOnce;

/** The run, locked: whoever has it makes the next step. */
async function locked(ctx: KnownCtx, id: string): Promise<BulkChangeRow | undefined> {
  const [run] = await ctx.db.select().from(bulkChanges).where(eq(bulkChanges.id, id)).for("update");
  return run;
}

const changeOf = ({ action, set }: BulkChangeRow): BulkChange => ({ action, set });

/** The audit rows of one run name it as their request. */
const asGroup = (ctx: KnownCtx, { id }: BulkChangeRow): KnownCtx => ({ ...ctx, requestId: id });

const auditRun = (ctx: KnownCtx, run: BulkChangeRow, action: string, count: number) =>
  audit(ctx, {
    objectType: "bulk-change",
    objectId: run.id,
    objectLabel: run.resource,
    companyId: run.companyId,
    action,
    changes: { records: [null, count] },
  });

/** Those that were changed or went since they were seen, with who did it. */
async function leftOf(
  ctx: KnownCtx,
  kind: BulkKind,
  records: { id: string; label?: string }[],
  there: Map<string, BulkRow>,
) {
  if (records.length === 0) return [];
  const labels = await kind.labels(
    ctx,
    records.map(({ id }) => id),
    there,
  );
  const named = records.map(({ id, label }) => ({ id, label: label ?? labels.get(id) ?? "" }));
  const left = await leftSince(ctx, kind.resource, named, (id) => there.has(id));
  return left.map(
    ({ id, label, reason }): Left => ({
      id,
      label,
      reason: there.has(id) ? "changed" : "removed",
      message: reason,
    }),
  );
}

/** The versions that these records have now. */
async function versionsOf(ctx: KnownCtx, kind: BulkKind, ids: string[]) {
  const { table } = kind.list;
  const version = kind.elsewhere?.(ctx).version ?? table.version;
  const rows = await ctx.db.execute<{ id: string; version: number }>(
    sql`select ${table.id} as id, ${version} as version from ${table} where ${oneOf(table.id, ids)}`,
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The planned records behind those that the run has passed, of the part that it stands in. */
async function nextRows(ctx: KnownCtx, { id, passed }: BulkChangeRow, size: number): Promise<PlannedRow[]> {
  const rows = await parts.read<PlannedRow[]>(ctx, id, "plan", Math.floor(passed / atOnce));
  return rows.slice(passed % atOnce, (passed % atOnce) + size);
}

const pick = (row: BulkRow, keys: string[]) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));

/** Changes these records as far as they are what they were planned as. */
async function changeRows(
  ctx: KnownCtx,
  kind: BulkKind,
  change: BulkChange,
  planned: PlannedRow[],
  refusal?: AppError,
) {
  const ids = planned.map(([id]) => id);
  const there = new Map((await kind.lock(ctx, ids)).map((row) => [row.id, row]));
  const moved = planned.filter(([id, version]) => there.get(id)?.version !== version).map(([id]) => ({ id }));
  const left = await leftOf(ctx, kind, moved, there);
  const gone = new Set(moved.map(({ id }) => id));
  const labels = await kind.labels(ctx, [...there.keys()], there);
  const wanted: BulkRow[] = [];
  for (const id of ids) {
    const row = there.get(id);
    if (!row || gone.has(id)) continue;
    const judged = refusal ? { refused: refusal.detail } : kind.judge(row, change);
    if (judged === "change") wanted.push(row);
    else if (judged !== "same")
      left.push({ id, label: labels.get(id) ?? "", reason: "refused", message: judged.refused });
  }
  const keys = wanted.length > 0 ? await kind.write(ctx, wanted, change) : [];
  const versions = await versionsOf(
    ctx,
    kind,
    wanted.map(({ id }) => id),
  );
  const undoables = wanted.map(
    (row): Undoable => ({
      id: row.id,
      label: labels.get(row.id) ?? "",
      version: versions.get(row.id) ?? row.version,
      before: pick(row, keys),
    }),
  );
  return { undoables, left };
}

/** Puts back what these records were, as far as nobody changed them since. */
async function restoreRows(ctx: KnownCtx, kind: BulkKind, undoables: Undoable[], refusal?: AppError): Promise<Left[]> {
  const ids = undoables.map(({ id }) => id);
  const there = new Map((await kind.lock(ctx, ids)).map((row) => [row.id, row]));
  const isAsLeft = ({ id, version }: Undoable) => there.get(id)?.version === version;
  const left = await leftOf(
    ctx,
    kind,
    undoables.filter((one) => !isAsLeft(one)),
    there,
  );
  const wanted = undoables.filter(isAsLeft);
  if (refusal)
    return [
      ...left,
      ...wanted.map(({ id, label }): Left => ({ id, label, reason: "refused", message: refusal.detail })),
    ];
  const rows = wanted.flatMap(({ id, before }) => {
    const row = there.get(id);
    return row ? [{ row, before }] : [];
  });
  if (rows.length > 0) await kind.restore(ctx, rows);
  return left;
}

const withLeft = ({ left, leftCount }: BulkChangeRow, more: Left[]) => ({
  left: [...left, ...more].slice(0, mostLeft),
  leftCount: leftCount + more.length,
});

interface Step {
  kind: BulkKind;
  id: string;
  /** so many records at most */
  size: number;
  /** why the one record of this step is left */
  refusal?: AppError;
}

const later = sql`${bulkChanges.version} + 1`;

/** @returns whether there is more to do */
async function runStep(ctx: KnownCtx, run: BulkChangeRow, { kind, size, refusal }: Step): Promise<boolean> {
  const rows = run.passed < run.planned ? await nextRows(ctx, run, size) : [];
  const { undoables, left } = await changeRows(asGroup(ctx, run), kind, changeOf(run), rows, refusal);
  if (undoables.length > 0) await parts.write(ctx, run.id, "undo", run.passed, undoables);
  const passed = run.passed + rows.length;
  const changed = run.changed + undoables.length;
  const isOver = passed >= run.planned;
  await ctx.db
    .update(bulkChanges)
    .set({
      passed,
      changed,
      ...withLeft(run, left),
      ...(isOver && { status: "done", endedAt: now() }),
      version: later,
    })
    .where(eq(bulkChanges.id, run.id));
  if (!isOver) return true;
  await parts.remove(ctx, run.id, "plan");
  await auditRun(ctx, run, "run", changed);
  return false;
}

/** @returns whether there is more to do */
async function undoStep(ctx: KnownCtx, run: BulkChangeRow, { kind, size, refusal }: Step): Promise<boolean> {
  const part = await parts.last(ctx, run.id, "undo");
  if (part === undefined) {
    await ctx.db
      .update(bulkChanges)
      .set({ status: "undone", undoneAt: now(), version: later })
      .where(eq(bulkChanges.id, run.id));
    await parts.remove(ctx, run.id, "plan");
    await auditRun(ctx, run, "undo", run.undone);
    return false;
  }
  const all = await parts.read<Undoable[]>(ctx, run.id, "undo", part);
  const some = all.slice(-size);
  const left = await restoreRows(asGroup(ctx, run), kind, some, refusal);
  const rest = all.slice(0, -size);
  if (rest.length > 0) await parts.rewrite(ctx, { ownerId: run.id, kind: "undo", part }, rest);
  else await parts.removeOne(ctx, run.id, "undo", part);
  await ctx.db
    .update(bulkChanges)
    .set({ undone: run.undone + some.length - left.length, ...withLeft(run, left), version: later })
    .where(eq(bulkChanges.id, run.id));
  return true;
}

const step = (ctx: KnownCtx, of: Step): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const run = await locked(ctx, of.id);
    if (run?.status === "running") return runStep(ctx, run, of);
    if (run?.status === "undoing") return undoStep(ctx, run, of);
    return false; // it was cancelled, or somebody else came to its end
  });

/** Ends a run, or an undo, that cannot go on. */
export const failRun = (ctx: KnownCtx, id: string, error: string) =>
  inTransaction(ctx, async (ctx) => {
    const run = await locked(ctx, id);
    if (!run || !bulkStates.before("failed").includes(run.status)) return;
    await ctx.db
      .update(bulkChanges)
      .set({ status: "failed", error, endedAt: run.endedAt ?? now(), version: later })
      .where(eq(bulkChanges.id, id));
    await auditRun(ctx, run, "fail", run.changed);
  });

interface Caller {
  ctx: KnownCtx;
  kind: BulkKind;
}

/**
 * Makes all steps of a run or an undo that are left. Where a step is refused it is made smaller, until it is the one record
 * that is refused: that is left, and the others go on.
 * @param callerOf the caller as they are now, before each step; undefined where they lost the right to it
 */
export async function goOn(callerOf: () => Promise<Caller | undefined>, outside: KnownCtx, id: string) {
  let size = atOnce;
  let refusal: AppError | undefined;
  for (;;) {
    const caller = await callerOf();
    if (!caller) return failRun(outside, id, "Who started it lost the right to it. What was changed until then stays.");
    try {
      if (!(await step(caller.ctx, { kind: caller.kind, id, size, refusal }))) return;
      size = Math.min(atOnce, size * 2);
      refusal = undefined;
    } catch (error) {
      const known = toAppError(error);
      if (known.status === 503 || refusal) throw error;
      if (known.status >= 500) {
        logError(error, { bulkChange: id });
        return failRun(outside, id, "Something went wrong on our side. What was changed until then stays.");
      }
      if (size === 1) refusal = known;
      else size = Math.ceil(size / 8);
    }
  }
}

/**
 * Begins a planned run, once: whoever asks again gets it as it is.
 * @param planned the plan's id; a plan that is made for this run is written with its start
 */
export async function startRun(ctx: KnownCtx, kind: BulkKind, planned: (ctx: KnownCtx) => Promise<string>) {
  const { id, isHere } = await inTransaction(ctx, async (ctx) => {
    const id = await planned(ctx);
    const run = await locked(ctx, id);
    if (run?.status !== "planned") return { id, isHere: false };
    await ctx.db
      .update(bulkChanges)
      .set({ status: "running", startedAt: now(), door: ctx.door, ...runAs(ctx) })
      .where(eq(bulkChanges.id, id));
    await queue(ctx, id, isSmall(run.planned) ? patienceSeconds : 0);
    return { id, isHere: isSmall(run.planned) };
  });
  if (isHere) await goOn(async () => ({ ctx, kind }), ctx, id);
  return id;
}

/** Begins to take a run back, by the rights and the scope of who asks. */
async function startUndo(ctx: KnownCtx, run: BulkChangeRow) {
  bulkStates.assert("status", run.status, "undoing");
  await ctx.db
    .update(bulkChanges)
    .set({
      status: "undoing",
      undoneBy: ctx.actor.label,
      endedAt: run.endedAt ?? now(),
      left: [],
      leftCount: 0,
      error: null,
      ...runAs(ctx),
      version: later,
    })
    .where(eq(bulkChanges.id, run.id));
  await queue(ctx, run.id, isSmall(run.changed) ? patienceSeconds : 0);
  return isSmall(run.changed);
}

/** Takes a run back. @throws AppError 422 where there is nothing to take back, or its seven days are over */
export async function undoRun(ctx: KnownCtx, kind: BulkKind, id: string, isPossible: (run: BulkChangeRow) => boolean) {
  const isHere = await inTransaction(ctx, async (ctx) => {
    const run = await locked(ctx, id);
    if (!run || !isPossible(run)) throw broken("id", "This cannot be undone any more.");
    return startUndo(ctx, run);
  });
  if (isHere) await goOn(async () => ({ ctx, kind }), ctx, id);
}

/** Ends a run behind its present step. @throws AppError 422 for one that does not run any more */
export async function cancelRun(ctx: KnownCtx, kind: BulkKind, id: string, keep: boolean) {
  const isHere = await inTransaction(ctx, async (ctx) => {
    const run = await locked(ctx, id);
    if (run?.status !== "running") throw broken("id", "It does not run any more.");
    if (!keep) return startUndo(ctx, run);
    await ctx.db
      .update(bulkChanges)
      .set({ status: "cancelled", endedAt: now(), version: later })
      .where(eq(bulkChanges.id, id));
    await parts.remove(ctx, id, "plan");
    await auditRun(ctx, run, "cancel", run.changed);
    return false;
  });
  if (isHere) await goOn(async () => ({ ctx, kind }), ctx, id);
}
