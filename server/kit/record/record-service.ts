import { eq, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import type { ListService } from "@/server/kit/list/list-source";
import { registry } from "@/server/kit/list/registry";
import { audit, type Changes, diff } from "./audit";
import { type MayRestore, removeRows, restoreRows } from "./record-removal";
import {
  assertWithin,
  changeOf,
  entryOf,
  keyOf,
  lockTargets,
  type PartTable,
  type RecordSource,
  type RecordTable,
  type StoredRecord,
} from "./record-rows";

export interface RecordOptions<T extends RecordTable> {
  /** the resource's name in the audit trail, such as "model-pers" */
  name: string;
  /** what people call a record, for the audit trail */
  label(row: T["$inferSelect"]): string;
  parts?: PartTable[];
  /** for how many days one that was removed can be brought back, where not as long as most */
  keptDays?: number;
}

export type Values<T extends PgTable> = Partial<T["$inferInsert"]>;
/** What a new row needs; inside a company, the company column is filled in. */
type NewValues<T extends PgTable, C extends AnyPgColumn> = [C] extends [never]
  ? T["$inferInsert"]
  : Omit<T["$inferInsert"], C["_"]["name"]> & Values<T>;

/**
 * Create, change, remove and restore records of a list, each within the caller's reach, versioned and audited. No write
 * can move a row out of the caller's reach: it is looked for again after the write.
 */
export function recordService<T extends RecordTable, C extends AnyPgColumn, Row extends { id: string }>(
  list: ListService<T, C, Row>,
  { name, label, parts = [], keptDays }: RecordOptions<T>,
) {
  const of: RecordSource<T> = { ...list.of, name, label, parts, keptDays };
  const { table, company } = of;

  /** The stored row, locked until the transaction ends; 404 where it does not exist or lies out of reach, 412 for another version. */
  async function lock(ctx: KnownCtx, id: string, ifMatch?: string): Promise<StoredRecord<T>> {
    const [row] = await lockTargets(of, ctx, [{ id, ifMatch }]);
    if (!row) throw notFound();
    return row;
  }

  async function one(ctx: KnownCtx, id: string): Promise<Row> {
    const [row] = await list.load(ctx, [id]);
    if (!row) throw notFound();
    return row;
  }

  /** Changes a locked row, increases its version, and audits `changes`. */
  async function write(ctx: KnownCtx, id: string, values: object, action: string, changes: Changes) {
    const [after] = (await ctx.db
      .update(table as PgTable)
      .set({ ...values, version: sql`${table.version} + 1` })
      .where(eq(table.id, id))
      .returning()) as StoredRecord<T>[];
    if (!after) throw notFound();
    await assertWithin(of, ctx, [id]);
    await audit(ctx, entryOf(of, after, action, changes));
  }

  const service = {
    ...list,
    of,
    name,
    lock,

    /** Inside a company the new row is that company's. */
    create: (ctx: KnownCtx, values: NewValues<T, C>) =>
      inTransaction(ctx, async (ctx) => {
        const stamp = company && ctx.company ? { [keyOf(table, company)]: ctx.company.id } : {};
        const [row] = (await ctx.db
          .insert(table as PgTable)
          .values({ ...stamp, ...values })
          .returning()) as StoredRecord<T>[];
        if (!row) throw new Error(`insert into ${name} returned nothing`);
        await assertWithin(of, ctx, [row.id]);
        await audit(ctx, entryOf(of, row, "create", diff({}, row)));
        return one(ctx, row.id);
      }),

    /** Changes what `values` holds and nothing else; a version other than `ifMatch` is 412. */
    update: (ctx: KnownCtx, id: string, values: Values<T>, ifMatch?: string, action = "update") =>
      inTransaction(ctx, async (ctx) => {
        const { wanted, changes, isChange } = changeOf(await lock(ctx, id, ifMatch), values);
        if (isChange) await write(ctx, id, wanted, action, changes);
        return one(ctx, id);
      }),

    /**
     * For a change to what belongs to the record: locks it (404, 412), does `work`, and where that returns changes,
     * increases the record's version and audits them.
     */
    change: <R>(
      ctx: KnownCtx,
      id: string,
      ifMatch: string | undefined,
      action: string,
      work: (ctx: KnownCtx, before: StoredRecord<T>) => Promise<{ changes: Changes; result: R }>,
    ): Promise<R> =>
      inTransaction(ctx, async (ctx) => {
        const { changes, result } = await work(ctx, await lock(ctx, id, ifMatch));
        if (Object.keys(changes).length) await write(ctx, id, {}, action, changes);
        return result;
      }),

    /** Removes a record and its parts; the audit row keeps them, so that `restore` can bring them back. */
    remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
      inTransaction(ctx, (ctx) => removeRows(of, ctx, [{ id, ifMatch }])),

    /**
     * Undoes a removal: the record and its parts come back under their old ids. 404 where none was removed, 422 where
     * it was restored already.
     */
    restore: (ctx: KnownCtx, id: string, mayRestore?: MayRestore<T>) =>
      inTransaction(ctx, async (ctx) => {
        await restoreRows(of, ctx, [id], mayRestore);
        return one(ctx, id);
      }),
  };
  registry.records.add(service);
  return service;
}
