import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { longDatabase } from "@/db/client";
import { imports } from "@/db/schema";
import { audit } from "@/server/kit/audit";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/context";
import { broken, toAppError } from "@/server/kit/errors";
import { logError } from "@/server/kit/log";
import { importStates } from "./import.rules";
import type { Import, ImportReport, RowError } from "./import.schema";
import { writePart } from "./import-parts";
import { aliveLock, type ImportRow, importRow, viewOf } from "./import-row";
import type { Chosen, Importer } from "./importer";
import {
  chosenOf,
  errorOf,
  type FileToImport,
  keepPlan,
  planAgain,
  planFile,
  rowsOfPlan,
  sheetRowOf,
} from "./plan-import";
import { type PlannedRow, rowPlanner } from "./plan-rows";
import { planMinutes, removePlan } from "./plan-store";

const plannedAtOnce = 1000;
const writtenAtOnce = 1000;
/** How long a confirmation waits for the end, so that small imports answer with it. */
const patienceMs = 1500;
/** Somebody else may hold a record that long. */
const lockPatience = "20s";
/** The storage may take that long to hand over a part of the plan. */
const idlePatience = "60s";

/** The transaction is given up: somebody cancelled the run. */
class Cancelled extends Error {}
/** The transaction is given up: rows would no longer do what the plan said. */
class MovedOn extends Error {}

const running = new Set<Promise<unknown>>();

/** Settles when no import runs in this process any more. */
export const importsEnded = () => Promise.allSettled([...running]);

/** With the transactions of what takes long, beside those of the requests. */
export const beside = (ctx: KnownCtx): KnownCtx => (ctx.inTransaction ? ctx : { ...ctx, db: longDatabase() });

/** All imports of one importer and company come one after the other. */
export const orderLock = ({ importer, companyId }: ImportRow) => `imports of ${importer} ${companyId ?? ""}`;

const now = () => new Date().toISOString();

/** Tells how far a run is, outside of its transaction, which shows nothing before its end. Nothing waits for it. */
function progressOf(ctx: KnownCtx, id: string) {
  let isBusy = false;
  return (written: number) => {
    if (isBusy || ctx.inTransaction) return;
    isBusy = true;
    ctx.db
      .update(imports)
      .set({ written })
      .where(and(eq(imports.id, id), eq(imports.status, "running")))
      .catch((error: unknown) => logError(error, { import: id }))
      .finally(() => {
        isBusy = false;
      });
  };
}

async function assertWanted(ctx: KnownCtx, id: string) {
  const [row] = await ctx.db
    .select({ status: imports.status, cancelAsked: imports.cancelAsked })
    .from(imports)
    .where(eq(imports.id, id));
  if (row?.status !== "running" || row.cancelAsked) throw new Cancelled();
}

/** Plans the rows anew under the locks of the transaction, and says what to write; the rows are as they will stay. */
async function planned(ctx: KnownCtx, importer: Importer, row: ImportRow, options: Chosen, asShown: boolean) {
  const plan = rowPlanner(importer, row.titles, options);
  const writes: unknown[] = [];
  const bad: PlannedRow[] = [];
  const counts = { total: 0, new: 0, changed: 0, same: 0, error: 0 };
  for await (const shown of rowsOfPlan(row))
    for (let start = 0; start < shown.length; start += plannedAtOnce) {
      const before = shown.slice(start, start + plannedAtOnce);
      for (const [index, { row: is, write }] of (await plan(ctx, before.map(sheetRowOf))).entries()) {
        if (asShown && is.digest !== before[index]?.digest) throw new MovedOn();
        counts.total++;
        counts[is.kind]++;
        if (is.kind === "error") bad.push(is);
        else if (is.kind !== "same") writes.push(write);
      }
    }
  return { writes, bad, counts };
}

async function write(ctx: KnownCtx, importer: Importer, row: ImportRow, asShown: boolean, told: (n: number) => void) {
  await lockName(ctx, aliveLock(row.id));
  await ctx.db.execute(sql`select set_config('lock_timeout', ${lockPatience}, true),
    set_config('idle_in_transaction_session_timeout', ${idlePatience}, true)`);
  await lockName(ctx, orderLock(row));
  await assertWanted(ctx, row.id);
  const options = chosenOf(importer, row.options);
  await importer.check(ctx, options);
  const { writes, bad, counts } = await planned(ctx, importer, row, options, asShown);
  const ids: string[] = [];
  for (let start = 0, part = 0; start < writes.length; start += writtenAtOnce, part++) {
    const undoables = await importer.write(ctx, writes.slice(start, start + writtenAtOnce), options);
    await writePart(ctx, row.id, "undo", part, undoables);
    ids.push(...undoables.map(({ id }) => id));
    told(Math.min(start + writtenAtOnce, writes.length));
    await assertWanted(ctx, row.id);
  }
  for (let start = 0, part = 0; start < bad.length; start += writtenAtOnce, part++)
    await writePart(ctx, row.id, "bad", part, bad.slice(start, start + writtenAtOnce));
  await audit(ctx, {
    objectType: importer.name,
    objectId: row.id,
    objectLabel: row.fileName,
    companyId: row.companyId,
    action: "import",
    changes: { created: [null, counts.new], updated: [null, counts.changed] },
  });
  // Whoever cancels from here on waits for the commit, and is told that it is done.
  const [done] = await ctx.db
    .update(imports)
    .set({ status: "done", counts, written: writes.length, endedAt: now() })
    .where(
      and(eq(imports.id, row.id), inArray(imports.status, importStates.before("done")), eq(imports.cancelAsked, false)),
    )
    .returning({ id: imports.id });
  if (!done) throw new Cancelled();
  const errors = bad.map(errorOf);
  return {
    ids,
    report: { total: counts.total, created: counts.new, updated: counts.changed, skipped: counts.same, errors },
  };
}

const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error ? ((error as { code?: string }).code ?? sqlStateOf(error.cause)) : undefined;
/** PostgreSQL's words for a wait for a lock that took too long, and for a statement that was called off. */
const lockTimeout = "55P03";
const calledOff = "57014";

/** What the person is told of a run that failed; what is our mistake is logged. */
function faultOf(error: unknown, id: string): string {
  if (sqlStateOf(error) === lockTimeout)
    return "Somebody else has been changing these records all the time. Nothing was imported; try again.";
  const known = toAppError(error);
  if (known.status >= 500) logError(error, { import: id });
  return `${known.detail.replace(/\.$/, "")}. Nothing was imported.`;
}

/**
 * Runs a confirmed import in one transaction.
 * @param asShown nothing is written where a row would do something else than its plan showed: it is planned again
 */
async function run(ctx: KnownCtx, importer: Importer, row: ImportRow, asShown: boolean) {
  const told = progressOf(ctx, row.id);
  const end = (values: { status: "cancelled" | "failed"; error?: string }) =>
    ctx.db
      .update(imports)
      .set({ ...values, written: 0, endedAt: now() })
      .where(and(eq(imports.id, row.id), inArray(imports.status, importStates.before(values.status))));
  try {
    return await inTransaction(beside(ctx), (ctx) => write(ctx, importer, row, asShown, told));
  } catch (error) {
    if (ctx.inTransaction) throw error;
    if (error instanceof Cancelled || sqlStateOf(error) === calledOff) await end({ status: "cancelled" });
    else if (error instanceof MovedOn)
      await planAgain(ctx, importer, { ...row, status: "running" }, chosenOf(importer, row.options));
    else await end({ status: "failed", error: faultOf(error, row.id) });
    throw error;
  }
}

/** Marks a plan as running, for one caller only. */
async function start(ctx: KnownCtx, row: ImportRow): Promise<ImportRow> {
  const hourAgo = new Date(Date.now() - planMinutes * 60_000).toISOString();
  const [started] = await ctx.db
    .update(imports)
    .set({ status: "running", startedAt: now(), written: 0, cancelAsked: false, moved: [], error: null })
    .where(
      and(
        eq(imports.id, row.id),
        inArray(imports.status, importStates.before("running")),
        eq(imports.planKey, row.planKey),
        gt(imports.plannedAt, hourAgo),
      ),
    )
    .returning();
  if (!started) throw broken("id", "This import was started already.");
  return started;
}

/**
 * Starts an import as its plan showed it and waits a moment for its end; it goes on whoever waits. Where the data moved
 * since, nothing is written: the import is planned again, and `moved` says which rows would do something else.
 * @throws AppError 404 for somebody else's plan, 422 where it was started, or planned again, since
 */
export async function confirmImport(ctx: KnownCtx, importer: Importer, id: string, token: string): Promise<Import> {
  const row = await importRow(ctx, importer, id);
  if (row.status !== "planned") throw broken("id", "This import was started already.");
  if (row.token !== token) throw broken("token", "The plan has changed since. Look at it before you confirm.");
  const work = run(ctx, importer, await start(ctx, row), true).catch(() => undefined); // the import itself says how it ended
  running.add(work);
  work.finally(() => running.delete(work));
  await Promise.race([work, sleep(patienceMs, undefined, { ref: false })]);
  return viewOf(ctx, await importRow(ctx, importer, id));
}

/** A run that waits for somebody else's lock would not look whether it is cancelled: its statement is called off. */
const wake = (ctx: KnownCtx, id: string) =>
  ctx.db.execute(sql`
    select pg_cancel_backend(a.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and a.wait_event_type = 'Lock'
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended(${aliveLock(id)}, 0)`);

/** Gives a plan up, or asks a run to end: its transaction is then rolled back. What is over stays as it is. */
export async function cancelImport(ctx: KnownCtx, importer: Importer, id: string): Promise<Import> {
  const row = await importRow(ctx, importer, id);
  if (row.status === "planned") {
    await ctx.db
      .update(imports)
      .set({ status: "cancelled", endedAt: now() })
      .where(and(eq(imports.id, id), eq(imports.status, "planned")));
    await removePlan(row.planKey, row.chunks.length);
  }
  await ctx.db
    .update(imports)
    .set({ cancelAsked: true })
    .where(and(eq(imports.id, id), eq(imports.status, "running")));
  await wake(ctx, id);
  for (const begun = Date.now(); Date.now() - begun < patienceMs; await sleep(50)) {
    const [is] = await ctx.db.select({ status: imports.status }).from(imports).where(eq(imports.id, id));
    if (is?.status !== "running") break;
  }
  return viewOf(ctx, await importRow(ctx, importer, id));
}

interface OnceOptions {
  /** finds out what would happen and writes nothing (`?dryRun=true`) */
  dryRun?: boolean;
  /** in place of the importer's own look at its options, such as 404 for one that stands in the path */
  check?: () => Promise<void>;
}

/**
 * The documented upload: reads a file and saves its good rows at once, without a look at the plan.
 * @returns the report and the ids of the records that changed
 */
export async function importOnce(
  ctx: KnownCtx,
  importer: Importer,
  file: FileToImport,
  options: unknown,
  { dryRun = false, check }: OnceOptions = {},
): Promise<{ report: ImportReport; ids: string[] }> {
  const planned = await planFile(ctx, importer, file, chosenOf(importer, options), { check, keep: !dryRun });
  if (dryRun) return { ids: [], report: reportOf(planned.counts, planned.errors) };
  const row = await start(ctx, await keepPlan(ctx, importer, file.name, planned));
  const work = run(ctx, importer, row, false);
  running.add(work);
  try {
    return await work;
  } finally {
    running.delete(work);
  }
}

const reportOf = (counts: ImportRow["counts"], errors: RowError[]): ImportReport => ({
  total: counts.total,
  created: counts.new,
  updated: counts.changed,
  skipped: counts.same,
  errors,
});
