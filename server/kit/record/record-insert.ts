import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { KnownCtx } from "@/server/kit/call/context";
import { columnName, type RecordTable, type StoredRecord } from "./record-rows";

/** What a column of a new row holds where nothing is given; null where the database fills it in, or nobody does. */
function defaultOf(column: AnyPgColumn): unknown {
  if (column.defaultFn) return column.defaultFn();
  return is(column.default, SQL) ? null : (column.default ?? null);
}

/** A value as a row of JSON holds it. */
export const jsonOf = (column: AnyPgColumn, value: unknown): unknown =>
  value === null || column.dataType === "json" ? value : column.mapToDriverValue(value);

/**
 * Inserts any number of rows in one statement. They are sent as one JSON text: for thousands of rows
 * as parameters, the process computes twice as long.
 * @returns the rows as they are stored, in this order
 */
export async function insertRows<T extends RecordTable>(
  ctx: KnownCtx,
  table: T,
  rows: Record<string, unknown>[],
): Promise<StoredRecord<T>[]> {
  if (rows.length === 0) return [];
  const columns = Object.entries(getTableColumns(table as PgTable))
    .filter(([, column]) => column.generated?.type !== "always")
    .map(([key, column]) => ({ key, column, name: columnName(key, column) }));
  const given = rows.map((row) =>
    Object.fromEntries(
      columns.flatMap(({ key, column, name }) => {
        const value = row[key] === undefined ? defaultOf(column) : row[key];
        return value === null ? [] : [[name, jsonOf(column, value)]];
      }),
    ),
  );
  const selected = columns.map(({ column, name }) => {
    const value = sql`given.${sql.identifier(name)}`;
    return is(column.default, SQL) ? sql`coalesce(${value}, ${column.default})` : value;
  });
  const inserted = await ctx.db
    .insert(table as RecordTable)
    .select(
      sql`select ${sql.join(selected, sql`, `)} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(given)}::jsonb) as given`,
    )
    .returning();
  return inserted as StoredRecord<T>[]; // rows of that table
}
