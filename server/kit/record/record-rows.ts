import { and, getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { KnownCtx } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import { assertVersion } from "@/server/kit/call/etag";
import { oneOf } from "@/server/kit/list/list-filters";
import type { ListSource, ListTable, Stored } from "@/server/kit/list/list-source";
import { type Changes, diff, type Entry } from "./audit";

export type RecordTable = ListTable & { createdAt: AnyPgColumn; updatedAt: AnyPgColumn; version: AnyPgColumn };
export type StoredRecord<T extends RecordTable> = Stored<T> & { version: number };

/** A table of rows that belong to a record and go with it; they are kept in the audit trail so that a removal can be undone. */
export interface PartTable {
  table: PgTable;
  parent: AnyPgColumn;
  /** the database makes such a row together with the record; when the record is restored, the kept row replaces it */
  isMade?: boolean;
  /** the table of an earlier part, where `parent` names a row of that and not the record */
  within?: PgTable;
}

/** What a record is, to the functions that write its rows. */
export interface RecordSource<T extends RecordTable> extends ListSource<T> {
  /** the resource's name in the audit trail, such as "model-pers" */
  name: string;
  /** what people call a record, for the audit trail */
  label(row: T["$inferSelect"]): string;
  parts: PartTable[];
  /** for how many days one that was removed can be brought back, where not as long as most */
  keptDays?: number;
}

/** A record that is to be written, and the version that the caller saw. */
export interface Target {
  id: string;
  ifMatch?: string;
}

/** What a column is called in the table's rows. */
export function keyOf(table: PgTable, column: AnyPgColumn): string {
  const key = Object.entries(getTableColumns(table)).find(([, one]) => one === column)?.[0];
  if (!key) throw new Error(`${column.name} is no column of that table`);
  return key;
}

/** What a column is called in the database. */
export const columnName = (key: string, column: { keyAsName: boolean; name: string }) =>
  column.keyAsName ? toSnakeCase(key) : column.name;

/** The rows within the caller's reach, in the order of their ids, locked until the transaction ends. */
export async function lockRows<T extends RecordTable>(of: RecordSource<T>, ctx: KnownCtx, ids: string[]) {
  const rows = await ctx.db
    .select()
    .from(of.table as PgTable)
    .where(and(oneOf(of.table.id, ids), of.reach(ctx)))
    .orderBy(of.table.id) // always in one order, so that two callers with overlapping ids do not lock each other out
    .for("update");
  return rows as StoredRecord<T>[];
}

/**
 * As `lockRows`, for targets that all must be there; in the order of the targets.
 * @throws AppError 404 for one that does not exist or lies out of reach, 412 for a version that is not the caller's, 422
 * for one that is named twice
 */
export async function lockTargets<T extends RecordTable>(of: RecordSource<T>, ctx: KnownCtx, targets: Target[]) {
  const rows = await lockRows(
    of,
    ctx,
    targets.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return targets.map(({ id, ifMatch }, index) => {
    const row = byId.get(id);
    if (!row) throw rows.some((one) => one.id === id) ? broken(`${index}`, "It is in the list twice.") : notFound();
    byId.delete(id);
    assertVersion(row, ifMatch);
    return row;
  });
}

/** How many of these rows are within the caller's reach as they now are. */
async function countWithin<T extends RecordTable>({ table, reach }: RecordSource<T>, ctx: KnownCtx, ids: string[]) {
  const within = reach(ctx);
  return within && ids.length ? ctx.db.$count(table as PgTable, and(oneOf(table.id, ids), within)) : ids.length;
}

/** For the end of a write, in its transaction. @throws AppError 422 for values with which a row is out of the caller's reach */
export async function assertWithin<T extends RecordTable>(of: RecordSource<T>, ctx: KnownCtx, ids: string[]) {
  if ((await countWithin(of, ctx, ids)) === ids.length) return;
  throw broken(
    of.company ? keyOf(of.table, of.company) : "id",
    "With these values the record would be out of your reach.",
  );
}

/** As `assertWithin`, for rows that the caller does not know of: 404. */
export async function assertReached<T extends RecordTable>(of: RecordSource<T>, ctx: KnownCtx, ids: string[]) {
  if ((await countWithin(of, ctx, ids)) < ids.length) throw notFound();
}

/** The audit row of a change. */
export function entryOf<T extends RecordTable>(
  { table, company, name, label }: RecordSource<T>,
  row: StoredRecord<T>,
  action: string,
  changes: Changes,
): Entry {
  const companyId = company && (row[keyOf(table, company) as keyof typeof row] as string | null); // a column of ids
  return { objectType: name, objectId: row.id, objectLabel: label(row), companyId, action, changes };
}

/**
 * What of `values` is to be written and what differs by it. A new secret is a change that the audit trail does not
 * show.
 */
export function changeOf(before: object, values: object) {
  const wanted = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const changes = diff(before, { ...before, ...wanted });
  const hasSecret = Object.keys(wanted).some((key) => !(key in changes) && key.endsWith("Hash"));
  return { wanted, changes, isChange: hasSecret || Object.keys(changes).length > 0 };
}
