import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { auditMany, type Changes, diff } from "./audit";
import { insertRows, jsonOf } from "./record-insert";
import { removeRows, restoreRows } from "./record-removal";
import {
  assertWithin,
  changeOf,
  columnName,
  entryOf,
  keyOf,
  lockRows,
  lockTargets,
  type RecordSource,
  type RecordTable,
  type Target,
} from "./record-rows";
import type { Values } from "./record-service";

interface Edit<T extends RecordTable> extends Target {
  /** what the row gets; the rest stays */
  values?: Values<T>;
  /** changes to what belongs to the record, for its audit row */
  also?: Changes;
  /** "update" where not said */
  action?: string;
}

/**
 * A record service's writes for any number of records at once, all or none, in a few statements.
 * Reach, versions, audit rows and undo work as for a single record.
 */
export function manyOf<T extends RecordTable>({ of }: { of: RecordSource<T> }) {
  return {
    /** The rows within reach, locked until the transaction ends; what is not there is left out. */
    lockMany: (ctx: KnownCtx, ids: string[]) => lockRows(of, ctx, ids),

    /**
     * New records; inside a company they are that company's.
     * @param made a value for each column that has no default
     * @returns their ids, in the order of the values
     */
    createMany: (ctx: KnownCtx, made: Values<T>[]) =>
      inTransaction(ctx, async (ctx) => {
        const stamp = of.company && ctx.company ? { [keyOf(of.table, of.company)]: ctx.company.id } : {};
        const rows = await insertRows(
          ctx,
          of.table,
          made.map((values) => ({ ...stamp, ...values })),
        );
        const ids = rows.map((row) => row.id);
        await assertWithin(of, ctx, ids);
        await auditMany(
          ctx,
          rows.map((row) => entryOf(of, row, "create", diff({}, row))),
        );
        return ids;
      }),

    /**
     * Each record gets its own values; one that has them already is left alone.
     * @returns the ids of those that changed
     * @throws AppError 404, 412, 422
     */
    updateMany: (ctx: KnownCtx, edits: Edit<T>[]) =>
      inTransaction(ctx, async (ctx) => {
        const before = await lockTargets(of, ctx, edits);
        const changed = before.flatMap((row, index) => {
          const { values = {}, also = {}, action = "update" } = edits[index] ?? {};
          const { wanted, changes, isChange } = changeOf(row, values);
          const all = { ...changes, ...also };
          if (!isChange && Object.keys(also).length === 0) return [];
          return [{ row: { ...row, ...wanted }, wanted, entry: { action, changes: all } }];
        });
        if (changed.length === 0) return [];
        const keys = new Set(changed.flatMap(({ wanted }) => Object.keys(wanted)));
        const ids = changed.map(({ row }) => row.id);
        await writeRows(
          of.table,
          ctx,
          changed.map(({ row }) => row),
          [...keys],
        );
        await assertWithin(of, ctx, ids);
        await auditMany(
          ctx,
          changed.map(({ row, entry }) => entryOf(of, row, entry.action, entry.changes)),
        );
        return ids;
      }),

    removeMany: (ctx: KnownCtx, targets: Target[]) => inTransaction(ctx, (ctx) => removeRows(of, ctx, targets)),

    restoreMany: (ctx: KnownCtx, ids: string[]) => inTransaction(ctx, (ctx) => restoreRows(of, ctx, ids)),
  };
}

/**
 * Writes these columns of the rows and increases their versions in one statement: the rows are sent as one JSON text.
 */
async function writeRows(table: RecordTable, ctx: KnownCtx, rows: Record<string, unknown>[], keys: string[]) {
  const columns = Object.entries(getTableColumns(table as PgTable)).filter(([key]) => keys.includes(key));
  const given = rows.map((row) => ({
    id: row.id,
    ...Object.fromEntries(columns.map(([key, column]) => [columnName(key, column), jsonOf(column, row[key])])),
  }));
  const set = columns.map(([key, column]) => [key, sql`given.${sql.identifier(columnName(key, column))}`]);
  await ctx.db
    .update(table)
    .set({ ...Object.fromEntries(set), version: sql`${table.version} + 1` })
    .from(sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(given)}::jsonb) as given`)
    .where(sql`${table.id} = given.id`);
}
