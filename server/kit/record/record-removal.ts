import { and, desc, eq, getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { auditLog } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import { auditMany, diff } from "./audit";
import {
  assertReached,
  entryOf,
  keyOf,
  lockTargets,
  type PartTable,
  type RecordSource,
  type RecordTable,
  type StoredRecord,
  type Target,
} from "./record-rows";
import { removalDays } from "./removal.rules";
import { noteRemovals, noteReturns } from "./removal-row";

type Row = Record<string, unknown>;
type Snapshot = Record<string, Row[]>;

const withoutSecrets = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !key.endsWith("Hash")));

/** Whether a row of that table appears for the first time. */
function once() {
  const seen = new Map<PgTable, Set<string>>();
  return (table: PgTable, row: Row) => {
    const texts = seen.get(table) ?? new Set();
    seen.set(table, texts);
    const text = JSON.stringify(row);
    return !texts.has(text) && texts.add(text);
  };
}

/** The rows of a part by the id of the record they belong to; those within another part belong to that part's record. */
async function partsOf(ctx: KnownCtx, { table, parent }: PartTable, ids: string[], outer?: Map<unknown, Row[]>) {
  const key = keyOf(table, parent);
  const recordOf = new Map<unknown, unknown>();
  for (const [record, rows] of outer ?? []) for (const row of rows) recordOf.set(row.id, record);
  const parents = outer ? [...recordOf.keys()].map(String) : ids;
  const found = new Map<unknown, Row[]>();
  for (const row of parents.length ? await ctx.db.select().from(table).where(oneOf(parent, parents)) : []) {
    const record = outer ? recordOf.get(row[key]) : row[key];
    const ofRecord = found.get(record);
    if (ofRecord) ofRecord.push(row);
    else found.set(record, [row]);
  }
  return found;
}

/**
 * Removes records with their parts, all or none. The audit trail keeps each with its parts, for `restoreRows`.
 * @throws AppError 404, 412; 422 where something else still needs one
 */
export async function removeRows<T extends RecordTable>(of: RecordSource<T>, ctx: KnownCtx, targets: Target[]) {
  const rows = await lockTargets(of, ctx, targets);
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  const parts: Map<unknown, Row[]>[] = [];
  for (const part of of.parts) {
    const outer = part.within && of.parts.findIndex(({ table }) => table === part.within);
    parts.push(await partsOf(ctx, part, ids, outer === undefined ? undefined : parts[outer]));
  }
  // A row that belongs to two of them, or to one by two columns, goes with the first, so that they can come back one by one.
  const keep = once();
  await ctx.db.delete(of.table).where(oneOf(of.table.id, ids));
  await noteRemovals(
    ctx,
    rows.map((row) => ({ ...entryOf(of, row, "remove", {}), days: of.keptDays ?? removalDays })),
  );
  await auditMany(
    ctx,
    rows.map((row) => {
      const snapshot: Snapshot = { self: [withoutSecrets(row)] };
      for (const [index, { table }] of of.parts.entries())
        snapshot[`part${index}`] = (parts[index]?.get(row.id) ?? []).filter((part) => keep(table, part));
      return { ...entryOf(of, row, "remove", diff(row, {})), snapshot };
    }),
  );
}

/** A statement takes 65,534 parameters, one for each value. */
const mostValues = 60_000;

/** Rows to insert, some at a time, so that there may be any number of them. */
export function* chunks(table: PgTable, rows: Row[]) {
  const size = Math.floor(mostValues / Object.keys(getTableColumns(table)).length);
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

/** Whether a row is another company's than the caller's; asked before it is put back, so that no refusal tells of its neighbours. */
function isForeign<T extends RecordTable>({ table, company }: RecordSource<T>, ctx: KnownCtx, row: Row) {
  return company !== undefined && ctx.company !== undefined && row[keyOf(table, company)] !== ctx.company.id;
}

/** Of the rows to restore, those that exist already must be within the caller's reach. */
async function assertNoneHidden<T extends RecordTable>(of: RecordSource<T>, ctx: KnownCtx, ids: string[]) {
  if (!of.reach(ctx)) return;
  const there = await ctx.db
    .select({ id: of.table.id })
    .from(of.table as PgTable)
    .where(oneOf(of.table.id, ids));
  await assertReached(
    of,
    ctx,
    there.map(({ id }) => id as string),
  );
}

/** Refuses, by throwing, what the caller may not bring back; given the row as it was removed, before anything is written. */
export type MayRestore<T extends RecordTable> = (ctx: KnownCtx, row: StoredRecord<T>) => unknown;

/**
 * Undoes removals: the records and their parts come back under their old ids, all or none.
 * @throws AppError 404 for one that was not removed or lies out of reach, 422 for one that was restored already or
 * whose values are taken
 */
export async function restoreRows<T extends RecordTable>(
  of: RecordSource<T>,
  ctx: KnownCtx,
  wanted: string[],
  mayRestore?: MayRestore<T>,
) {
  const ids = [...new Set(wanted)];
  const entries = await ctx.db
    .selectDistinctOn([auditLog.objectId])
    .from(auditLog)
    .where(and(eq(auditLog.objectType, of.name), eq(auditLog.action, "remove"), oneOf(auditLog.objectId, ids)))
    .orderBy(auditLog.objectId, desc(auditLog.at), desc(auditLog.id));
  const rows = entries.flatMap((entry) => (entry.snapshot?.self ?? []) as StoredRecord<T>[]); // the rows that were removed
  if (rows.length < ids.length || rows.some((row) => isForeign(of, ctx, row))) throw notFound();
  await assertNoneHidden(of, ctx, ids);
  for (const row of rows) await mayRestore?.(ctx, row);
  for (const chunk of chunks(
    of.table,
    rows.map((row) => ({ ...row, version: row.version + 1 })),
  ))
    await ctx.db.insert(of.table as PgTable).values(chunk);
  await assertReached(of, ctx, ids);
  for (const [index, part] of of.parts.entries()) {
    const kept = entries.flatMap((entry) => entry.snapshot?.[`part${index}`] ?? []);
    if (part.isMade) await ctx.db.delete(part.table).where(oneOf(part.parent, ids));
    for (const chunk of chunks(part.table, kept)) await ctx.db.insert(part.table).values(chunk);
  }
  await noteReturns(ctx, of.name, ids);
  await auditMany(
    ctx,
    rows.map((row) => entryOf(of, row, "restore", diff({}, row))),
  );
}
