import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { auditLog, type ErpPageMark, erpSyncs, imports } from "@/db/schema";
import { env } from "@/env/env";
import { type KnownCtx, systemCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { cancelImport, runImport } from "@/server/kit/import/confirm-import";
import { newestImport, viewOf } from "@/server/kit/import/import-row";
import { keepPlan, planSheet } from "@/server/kit/import/plan-import";
import type { SheetRow } from "@/server/kit/import/sheet/sheet";
import { arrayOf } from "@/server/kit/value/array.rules";
import { kept } from "@/texts/kept";
import { t } from "@/texts/t";
import { erpImporter, erpTitles } from "./erp-importer.service";
import { ErpFault, type ErpKind, type ErpPage, fileErp, httpErp, type Marks } from "./erp-port";
import { hasNext, nextOf } from "./erp-schedule.rules";
import { erpSyncRow, noteTry } from "./erp-sync.service";
import { erpAction, erpOwned } from "./erp-write.service";

type Sync = NonNullable<Awaited<ReturnType<typeof erpSyncRow>>>;

/** Where records come from now; undefined where nobody said. */
function portOf({ erpUrl }: Pick<Sync, "erpUrl">) {
  if (env.ERP_FILE) return fileErp(env.ERP_FILE);
  return erpUrl ? httpErp(erpUrl) : undefined;
}

const Record = z.record(z.string(), z.unknown());

/** Levels of a value; more than any record has, and few enough to be written as JSON. */
const mostLevels = 20;
const isDeep = (value: unknown, left = mostLevels): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isDeep(one, left - 1)));

const cellOf = (value: unknown) => {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** A record of the ERP as a row of the importer; what is missing or wrong in it is said by the importer's columns. */
function rowOf(kind: ErpKind, record: unknown, row: number): SheetRow {
  const read = Record.safeParse(record);
  if (!read.success)
    return { row, cells: erpTitles.map(() => ""), fault: { column: null, message: "This is not a record." } };
  const { erpId, registerNumber, serialNumber, name, address, category, model, initialKitConfiguration } = read.data;
  const cells =
    kind === "companies"
      ? ["company", registerNumber, erpId, name, address, category, "", ""]
      : ["pers", serialNumber, erpId, "", "", "", model, initialKitConfiguration];
  return { row, cells: cells.map(cellOf) };
}

/**
 * Whether something that the ERP owns was changed or deleted here since a pull ran. A page that is the same at the ERP would
 * hide that, so then every page is asked for. The minute before is of those who had begun when the run did.
 */
async function wasEditedSince(ctx: KnownCtx, startedAt: string): Promise<boolean> {
  const [edited] = await ctx.db.execute(sql`
    select from ${auditLog} where at > ${startedAt}::timestamptz - interval '1 minute' and object_type in ('company', 'pers')
      and action not in ('create', ${erpAction})
      and (action = 'delete' or changes ?| ${arrayOf(erpOwned)}::text[]) limit 1`);
  return edited !== undefined;
}

/** The marks of the last pull that was run and not undone: their pages hold nothing new, unless it was changed here. */
async function knownMarks(ctx: KnownCtx, { pages, pagesOf }: Sync): Promise<Marks> {
  if (!pages || !pagesOf) return {};
  const { status, startedAt } = imports;
  const [row] = await ctx.db.select({ status, startedAt }).from(imports).where(eq(imports.id, pagesOf));
  if (row?.status !== "done" || !row.startedAt || (await wasEditedSince(ctx, row.startedAt))) return {};
  return pages;
}

const rowsAtOnce = 1000;
function* inBatches(rows: SheetRow[]) {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce);
}

const tooMany = () =>
  new ErpFault(
    t("The ERP has more than {most} records. If that is right, raise ERP_MOST_RECORDS.", {
      most: env.ERP_MOST_RECORDS,
    }),
  );

/**
 * Asks the ERP and finds out what its records would do; writes none of it.
 * @param isWhole pages that have not changed since the last run are asked for too
 * @returns the plan, or none where nothing changed at the ERP since, and how many records were left out for that
 * @throws AppError 422 where the ERP is not set up or does not answer as agreed
 */
export async function planPull(ctx: KnownCtx, isWhole: boolean) {
  const sync = await erpSyncRow(ctx);
  const port = sync && portOf(sync);
  if (!port) throw broken("erpUrl", "Set the ERP's address first.");
  const known = isWhole ? {} : await knownMarks(ctx, sync);
  const rows: SheetRow[] = [];
  const hash = createHash("sha256");
  const pages: (Pick<ErpPage, "at" | "mark"> & { first: number; last: number })[] = [];
  let unchanged = 0;
  try {
    for await (const { kind, at, records, isSame, mark } of port(known)) {
      const first = rows.length + 1;
      if (rows.length + records.length > env.ERP_MOST_RECORDS) throw tooMany();
      for (const [index, record] of records.entries()) {
        if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate(); // others are answered in between
        if (isDeep(record)) throw new ErpFault(t("A record of the ERP is nested too deeply ({at}).", { at }));
        const row = rowOf(kind, record, rows.length + 1);
        hash.update(JSON.stringify(row));
        rows.push(row);
      }
      pages.push({ at, mark, first, last: rows.length });
      if (isSame) unchanged += mark?.count ?? 0;
    }
  } catch (error) {
    if (!(error instanceof ErpFault)) throw error;
    await noteTry(ctx, { triedStatus: "failed", triedError: error.message });
    throw broken("erpUrl", error.message);
  }
  if (rows.length === 0 && unchanged === 0) throw broken("erpUrl", "The ERP has no records.");
  if (rows.length === 0) {
    await noteTry(ctx, { triedStatus: "done", triedError: null, triedSame: { unchanged } });
    return { plan: null, unchanged };
  }
  const sheet = {
    kind: "pull" as const,
    sha256: hash.digest("hex"),
    titles: erpTitles,
    rows: inBatches(rows),
  };
  const planned = await planSheet(ctx, erpImporter, sheet, {});
  const name = `ERP ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const row = await keepPlan(ctx, erpImporter, name, planned);
  // A page with a record that was left out is asked for again, so that it does not fall into oblivion.
  const bad = planned.errors.map((one) => one.row);
  const marks: { [at: string]: ErpPageMark } = {};
  for (const { at, mark, first, last } of pages)
    if (mark && !bad.some((number) => number >= first && number <= last)) marks[at] = mark;
  await ctx.db.update(erpSyncs).set({ pages: marks, pagesOf: row.id }).where(eq(erpSyncs.id, sync.id));
  return { plan: viewOf(ctx, row), unchanged };
}

/** From this share of its records on, a scheduled pull waits for a person (decisions 8). */
const mostMoved = 0.2;

/** A scheduled pull: planned, and run where it changes at most a fifth of the records. @returns how many records it wrote */
async function pull(ctx: KnownCtx): Promise<number> {
  const { plan, unchanged } = await planPull(ctx, false);
  if (!plan) return 0;
  const { total, new: created, changed, error } = plan.counts;
  const writes = created + changed;
  const share = writes / Math.max(1, total - error + unchanged);
  if (share > mostMoved) {
    await cancelImport(ctx, erpImporter, plan.id);
    const percent = Math.round(share * 100);
    const triedError = kept(
      "It would create or change {percent} % of the records ({count}). Plan a run and look at it.",
      {
        percent,
        count: writes,
      },
    );
    await noteTry(ctx, { triedStatus: "waiting", triedError });
    return 0;
  }
  await runImport(ctx, erpImporter, plan.id, plan.token ?? "");
  return writes;
}

/** Whether a scheduled pull is to begin now. */
export async function isPullDue(now = new Date()): Promise<boolean> {
  const ctx = systemCtx("worker");
  const sync = await erpSyncRow(ctx);
  if (!sync?.enabled || !portOf(sync) || !hasNext(sync.cron)) return false;
  const last = await newestImport(ctx, erpImporter.name);
  const since = [sync.triedAt, sync.updatedAt, last?.startedAt]
    .flatMap((at) => at ?? [])
    .sort()
    .at(-1);
  return nextOf(sync.cron, new Date(since ?? now)) <= now.toISOString();
}

export const erpRoutine = {
  code: "ERP_SYNC",
  label: "ERP sync",
  module: "operations" as const,
  isOutside: true,
  work: pull,
};
