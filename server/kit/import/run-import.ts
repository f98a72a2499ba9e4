import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { imports } from "@/db/schema";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { AppError, broken, toAppError } from "@/server/kit/call/errors";
import { beside } from "@/server/kit/call/replica";
import { logError } from "@/server/kit/process/log";
import { audit } from "@/server/kit/record/audit";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import { kept } from "@/texts/kept";
import { importStates } from "./import.rules";
import type { ImportReport, RowError } from "./import.schema";
import { partRows, partsOfImports } from "./import-parts";
import { aliveLock, type ImportRow } from "./import-row";
import type { Chosen, Importer } from "./importer";
import { chosenOf, planAgain, rowsOfPlan, sheetRowOf } from "./plan-import";
import { type PlannedRow, rowPlanner } from "./plan-rows";
import { planMinutes } from "./plan-store";
import { countRow, errorsOf } from "./plan-writer";
import { sending, sqlStateOf } from "./sending";

const plannedAtOnce = 1000;
/** Somebody else may hold a record that long. */
const lockPatience = "20s";
/** The storage may take that long to hand over a part of the plan. */
const idlePatience = "60s";

/** The transaction is given up: somebody cancelled the run. */
class Cancelled extends AppError {
  constructor() {
    super("rule_broken", "This import was cancelled. Nothing was imported.");
  }
}
/** The transaction is given up: rows would no longer do what the plan said. */
class MovedOn extends Error {}

const running = new Set<Promise<unknown>>();

/** Keeps the process from ending before the work does. */
export function keepAlive<T>(work: Promise<T>): Promise<T> {
  const done = work.finally(() => running.delete(done));
  running.add(done);
  return done;
}

/** Settles when no import runs in this process any more. */
export const importsEnded = () => Promise.allSettled([...running]);

/** All imports of one importer and company come one after the other. */
export const orderLock = ({ importer, companyId }: ImportRow) => `imports of ${importer} ${companyId ?? ""}`;

const now = () => new Date().toISOString();

/** Tells how far a run is, outside of its transaction, which shows nothing before its end. Nothing waits for it. */
function progressOf(ctx: KnownCtx, id: string) {
  let isBusy = false;
  let newest = 0;
  const tell = (written: number) => {
    newest = written;
    if (isBusy || ctx.inTransaction) return;
    isBusy = true;
    ctx.db
      .update(imports)
      .set({ written })
      .where(and(eq(imports.id, id), eq(imports.status, "running")))
      .catch((error: unknown) => logError(error, { import: id }))
      .finally(() => {
        isBusy = false;
        if (newest > written) tell(newest);
      });
  };
  return tell;
}

async function isWanted(ctx: KnownCtx, id: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ status: imports.status, cancelAsked: imports.cancelAsked })
    .from(imports)
    .where(eq(imports.id, id));
  return row?.status === "running" && !row.cancelAsked;
}

async function assertWanted(ctx: KnownCtx, id: string) {
  if (!(await isWanted(ctx, id))) throw new Cancelled();
}

/** Plans the rows again under the locks of the transaction, and says what to write; the rows are as they will stay. */
async function planned(ctx: KnownCtx, importer: Importer, row: ImportRow, options: Chosen, asShown: boolean) {
  const plan = rowPlanner(importer, row.titles, options);
  const writes: unknown[] = [];
  const bad: PlannedRow[] = [];
  const counts: ImportRow["counts"] = { total: 0, new: 0, changed: 0, same: 0, error: 0 };
  const take = async ({ shown, work }: { shown: PlannedRow[]; work: ReturnType<typeof plan> }) => {
    for (const [index, { row: is, write }] of (await work).entries()) {
      if (asShown && is.digest !== shown[index]?.digest) throw new MovedOn();
      countRow(counts, is);
      if (is.kind === "error") bad.push(is);
      else if (is.kind !== "same") writes.push(write);
    }
  };
  await sending(async (send) => {
    let before: Parameters<typeof take>[0] | undefined;
    for await (const chunk of rowsOfPlan(row))
      for (let start = 0; start < chunk.length; start += plannedAtOnce) {
        const shown = chunk.slice(start, start + plannedAtOnce);
        const coming = { shown, work: send(plan(ctx, shown.map(sheetRowOf))) };
        if (before) await take(before);
        before = coming;
      }
    if (before) await take(before);
  });
  return { writes, bad, counts };
}

/** Writes in batches, with what their undo needs. @returns the ids of the records */
async function writeAll(
  ctx: KnownCtx,
  importer: Importer,
  row: ImportRow,
  options: Chosen,
  writes: unknown[],
  told: (n: number) => void,
): Promise<string[]> {
  const ids: string[] = [];
  await sending(async (send) => {
    const batch = (start: number) =>
      start < writes.length ? send(importer.write(ctx, writes.slice(start, start + partRows), options)) : undefined;
    let written = batch(0);
    for (let start = 0, part = 0; written; start += partRows, part++) {
      const coming = batch(start + partRows);
      const undoables = await written;
      ids.push(...undoables.map(({ id }) => id));
      send(partsOfImports.write(ctx, row.id, "undo", part, undoables));
      send(assertWanted(ctx, row.id));
      told(Math.min(start + partRows, writes.length));
      written = coming;
    }
  });
  return ids;
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
  const ids = await writeAll(ctx, importer, row, options, writes, told);
  for (let start = 0, part = 0; start < bad.length; start += partRows, part++)
    await partsOfImports.write(ctx, row.id, "bad", part, bad.slice(start, start + partRows));
  await audit(ctx, {
    objectType: importer.name,
    objectId: row.id,
    objectLabel: row.fileName,
    companyId: row.companyId,
    action: "import",
    changes: { created: [null, counts.new], updated: [null, counts.changed] },
  });
  // A cancel from here on waits for the commit, and answers that the import is done.
  const [done] = await ctx.db
    .update(imports)
    .set({ status: "done", counts, written: writes.length, endedAt: now() })
    .where(
      and(eq(imports.id, row.id), inArray(imports.status, importStates.before("done")), eq(imports.cancelAsked, false)),
    )
    .returning({ id: imports.id });
  if (!done) throw new Cancelled();
  await tellWebhooks(ctx, [
    {
      event: "import.done",
      companyIds: row.companyId ? [row.companyId] : [],
      data: {
        importId: row.id,
        importer: importer.name,
        companyId: row.companyId,
        created: counts.new,
        updated: counts.changed,
        unchanged: counts.same,
        errors: counts.error,
      },
    },
  ]);
  return { ids, report: reportOf(counts, bad.flatMap(errorsOf)) };
}

/** PostgreSQL's words for a wait for a lock that took too long, and for a statement that was called off. */
const lockTimeout = "55P03";
const calledOff = "57014";

/** What became of the rows, in the words of the documented uploads. */
export const reportOf = (counts: ImportRow["counts"], errors: RowError[]): ImportReport => ({
  total: counts.total,
  created: counts.new,
  updated: counts.changed,
  skipped: counts.same,
  errors,
});

/** What the person reads about a run that failed; our own mistakes are logged. */
function faultOf(error: unknown, id: string): string {
  if (sqlStateOf(error) === lockTimeout)
    return "Somebody else has been changing these records all the time. Nothing was imported; try again.";
  const known = toAppError(error);
  if (known.status >= 500) logError(error, { import: id });
  return kept("{reason} Nothing was imported.", { reason: { kept: known.detail.replace(/\.?$/, ".") } });
}

/** Makes a plan of a run again whose data moved. @returns why it could not */
const plannedAgain = (ctx: KnownCtx, importer: Importer, row: ImportRow): Promise<unknown> =>
  planAgain(ctx, importer, { ...row, status: "running" }, chosenOf(importer, row.options)).then(
    () => undefined,
    (error: unknown) => error,
  );

/**
 * Runs a confirmed import in one transaction.
 * @param asShown nothing is written where a row would do something else than its plan showed: it is planned again
 */
export async function run(ctx: KnownCtx, importer: Importer, row: ImportRow, asShown: boolean) {
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
    // A statement is called off where somebody cancelled, and where it took too long.
    const isCancelled = sqlStateOf(error) === calledOff && !(await isWanted(ctx, row.id));
    if (error instanceof Cancelled || isCancelled) await end({ status: "cancelled" });
    else {
      const fault = error instanceof MovedOn ? await plannedAgain(ctx, importer, row) : error;
      if (fault) await end({ status: "failed", error: faultOf(fault, row.id) });
    }
    throw isCancelled ? new Cancelled() : error;
  }
}

/** Marks a plan as running, for one caller only: a unit of work of its own, because the run outlives its caller. */
export const start = (ctx: KnownCtx, row: ImportRow): Promise<ImportRow> =>
  inTransaction(ctx, async (ctx) => {
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
  });
