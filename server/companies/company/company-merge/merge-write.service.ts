import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { getTableConfig } from "drizzle-orm/pg-core";
import { groupBy } from "es-toolkit/array";
import { type companies, companyMergeParts, type MergedRow, userCompanies, users } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { auditMany, type Changes, diff } from "@/server/kit/record/audit";
import { type MergedTable, mergedTable, type Sides } from "./merge-column.service";

type Company = typeof companies.$inferSelect;
type Row = Record<string, unknown>;

interface Pair extends Sides {
  ctx: KnownCtx;
  /** of the merge */
  id: string;
  from: Company;
  into: Company;
}

/** A merge that is being written; `part` is how many parts its record has so far. */
export interface Merge extends Pair {
  part: number;
}

/** Rows are written and recorded so many at a time. */
const batch = 1000;

const pick = (row: Row, keys: string[]): Row => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
const keyOf = ({ key }: MergedTable, row: Row) => String(row[key.name]);

async function record(merge: Merge, of: MergedTable, kind: "changed" | "removed", rows: MergedRow[]) {
  const part = merge.part++;
  await merge.ctx.db
    .insert(companyMergeParts)
    .values({ mergeId: merge.id, part, tableName: getTableConfig(of.table).name, kind, rows });
}

/** What changes, with companies by their names. */
function changesOf({ from, into, fromId, intoId }: Pair, before: Row, after: Row): Changes {
  const said = (value: unknown) => (value === fromId ? from.name : value === intoId ? into.name : value);
  return Object.fromEntries(
    Object.keys(after).map((key) => [key === "companyId" ? "company" : key, [said(before[key]), said(after[key])]]),
  );
}

/** Members have their history on the person's sheet. */
async function memberEntries(ctx: KnownCtx, rows: Row[]) {
  const ids = rows.map(({ userId }) => String(userId));
  const people = await ctx.db.select({ id: users.id, email: users.email }).from(users).where(oneOf(users.id, ids));
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  return (row: Row) => ({
    objectType: "user",
    objectId: String(row.userId),
    objectLabel: emails.get(String(row.userId)) ?? null,
  });
}

async function entriesOf(ctx: KnownCtx, of: MergedTable, rows: Row[]) {
  if (of.table === userCompanies) return memberEntries(ctx, rows);
  const { objectType, label } = of;
  if (!objectType) return undefined;
  return (row: Row) => ({
    objectType,
    objectId: keyOf(of, row),
    objectLabel: (label?.(row) as string | undefined) ?? null, // a column of texts
  });
}

type Action = "merge" | "undo-merge" | "remove" | "restore";

async function trail(pair: Pair, of: MergedTable, rows: Row[], action: Action, changes: (row: Row) => Changes) {
  const entry = await entriesOf(pair.ctx, of, rows);
  if (!entry) return;
  const companyId = action === "merge" || action === "remove" ? pair.intoId : pair.fromId;
  await auditMany(
    pair.ctx,
    rows.map((row) => ({
      ...entry(row),
      action,
      companyId,
      changes: changes(row),
      ...(action === "remove" && { snapshot: { self: [row] } }),
    })),
  );
}

const stamped = ({ table }: MergedTable, values: Row): Row => {
  const { version } = getTableColumns(table);
  return version ? { ...values, version: sql`${version} + 1` } : values;
};

/**
 * Gives rows of a table other values, and records what they were.
 * @param where holds for no row any more that has the values
 */
export async function changeRows(merge: Merge, table: MergedTable["table"], where: SQL | undefined, values: Row) {
  const of = mergedTable(table);
  const keys = Object.keys(values);
  for (;;) {
    const rows: Row[] = await merge.ctx.db.select().from(table).where(where).orderBy(of.key).limit(batch).for("update");
    if (rows.length === 0) return;
    const ids = rows.map((row) => keyOf(of, row));
    await merge.ctx.db
      .update(table)
      .set(stamped(of, values))
      .where(and(where, oneOf(of.key, ids)));
    const changed = rows.map((row) => ({ id: keyOf(of, row), before: pick(row, keys), after: values }));
    await record(merge, of, "changed", changed);
    await trail(merge, of, rows, "merge", (row) => changesOf(merge, row, values));
  }
}

/** Removes rows of a table, and records them. */
export async function removeRows(merge: Merge, table: MergedTable["table"], where: SQL | undefined) {
  const of = mergedTable(table);
  for (;;) {
    const rows: Row[] = await merge.ctx.db.select().from(table).where(where).orderBy(of.key).limit(batch).for("update");
    if (rows.length === 0) return;
    const ids = rows.map((row) => keyOf(of, row));
    await merge.ctx.db.delete(table).where(and(where, oneOf(of.key, ids)));
    await record(
      merge,
      of,
      "removed",
      rows.map((row) => ({ id: keyOf(of, row), before: row })),
    );
    await trail(merge, of, rows, "remove", (row) => diff(row, {}));
  }
}

const same = (column: AnyPgColumn, value: unknown) => (value === null ? isNull(column) : eq(column, value));

/** Gives rows back what they were, where they still are what the merge made of them. @returns the ids of those that it did */
async function putBack(pair: Pair, of: MergedTable, rows: MergedRow[]): Promise<string[]> {
  const columns: Record<string, AnyPgColumn> = getTableColumns(of.table);
  const groups = groupBy(rows, ({ before, after }) => JSON.stringify([before, after]));
  const back: string[] = [];
  for (const [first, ...others] of Object.values(groups)) {
    if (!first?.after) continue;
    const { before, after } = first;
    const ids = [first, ...others].map(({ id }) => id);
    const unchanged = Object.entries(after).map(([key, value]) => same(columns[key] as AnyPgColumn, value));
    const done: Row[] = await pair.ctx.db
      .update(of.table)
      .set(stamped(of, before))
      .where(and(oneOf(of.key, ids), ...unchanged))
      .returning();
    await trail(pair, of, done, "undo-merge", () => changesOf(pair, after, before));
    back.push(...done.map((row) => keyOf(of, row)));
  }
  return back;
}

/** Brings rows back, where nothing else stands in their place by now. @returns the ids of those that it did */
async function bringBack(pair: Pair, of: MergedTable, rows: MergedRow[]): Promise<string[]> {
  const values = rows.map(({ before }) => before);
  const done: Row[] = await pair.ctx.db.insert(of.table).values(values).onConflictDoNothing().returning();
  await trail(pair, of, done, "undo-merge", (row) =>
    changesOf(pair, { companyId: null }, { companyId: row.companyId }),
  );
  return done.map((row) => keyOf(of, row));
}

/** Takes everything back that a merge wrote, the last first. @returns how much it had to leave, by table */
export async function takeBack(pair: Pair): Promise<{ table: string; count: number }[]> {
  const parts = companyMergeParts;
  const ofMerge = eq(parts.mergeId, pair.id);
  const numbers = await pair.ctx.db.select({ part: parts.part }).from(parts).where(ofMerge).orderBy(desc(parts.part));
  const left = new Map<string, number>();
  for (const { part } of numbers) {
    const [found] = await pair.ctx.db
      .select()
      .from(parts)
      .where(and(ofMerge, eq(parts.part, part)));
    if (!found) continue;
    const { tableName, kind, rows } = found;
    const back = await (kind === "changed" ? putBack : bringBack)(pair, mergedTable(tableName), rows);
    if (back.length < rows.length) left.set(tableName, (left.get(tableName) ?? 0) + rows.length - back.length);
  }
  return [...left].map(([table, count]) => ({ table, count }));
}
