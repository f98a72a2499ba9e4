import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { planned } from "@/db/client";
import { auditLog } from "@/db/schema";
import { audit, diff } from "./audit";
import { type Ctx, inTransaction, type KnownCtx } from "./context";
import { notFound } from "./errors";
import { assertVersion } from "./etag";
import { countRows, eachIds, isDeep, type ListQuery, limitOf, metaOf, pageIds } from "./list";
import type { ListInput, ListRequest } from "./list.schema";
import { type Buildable, readByIds } from "./read";

export type EditableTable = PgTable & {
  id: AnyPgColumn;
  createdAt: AnyPgColumn;
  updatedAt: AnyPgColumn;
  version: AnyPgColumn;
};
type Stored<T extends PgTable> = T["$inferSelect"] & { id: string; version: number };

/** A table of rows that belong to a record and go with it; they are kept in the audit trail so that a removal can be undone. */
export interface PartTable {
  table: PgTable;
  parent: AnyPgColumn;
}

export interface CrudOptions<T extends EditableTable, I extends ListInput, Row extends { id: string }> {
  /** the resource's name in the audit trail, such as "model-pers" */
  name: string;
  table: T;
  /** which rows the caller may reach; "global" is said on purpose */
  scope: "global" | ((ctx: KnownCtx) => SQL);
  /** what people call a record, for the audit trail */
  label: (row: T["$inferSelect"]) => string;
  list: {
    input: I;
    joins?: ListQuery["joins"];
    sort: Record<I["sortable"][number], SQLWrapper>;
    filters: {
      [K in keyof I["filterKeys"]]: (
        value: NonNullable<z.output<I["filterKeys"][K]>>,
        request: { [F in keyof I["filterKeys"]]?: z.output<I["filterKeys"][F]> },
      ) => SQL | undefined;
    };
  };
  /** the answer's rows for these ids, in any order, with their relations; the bare rows where not said */
  load?: (ctx: Ctx, ids: string[]) => Promise<Row[]>;
  parts?: PartTable[];
}

const batchSize = 1000;

/** The plain functions over a table: page, total, all, one, create, change, remove, bring back; each scoped and audited. */
export function crudService<T extends EditableTable, I extends ListInput, Row extends { id: string } = Stored<T>>(
  options: CrudOptions<T, I, Row>,
) {
  const { name, table } = options;
  const scopeOf = (ctx: KnownCtx) => (options.scope === "global" ? undefined : options.scope(ctx));
  const query: ListQuery = {
    table,
    joins: options.list.joins,
    sort: options.list.sort,
    filters: options.list.filters as ListQuery["filters"], // CrudOptions has typed each filter against its schema
    order: options.list.input.order,
  };
  const bare = readByIds(
    (db, ids) =>
      db
        .select()
        .from(table as PgTable)
        .where(sql`${table.id} = ${ids}`) as unknown as Buildable<Row>, // Row is the bare row where `load` is not given
  );
  const loadAny = options.load ?? bare;

  /** The rows for these ids in the order of the ids. */
  async function load(ctx: Ctx, ids: string[]): Promise<Row[]> {
    if (ids.length === 0) return [];
    const rows = new Map<string, Row>();
    const reader = { ...ctx, db: planned(ctx.db) };
    for (let start = 0; start < ids.length; start += batchSize)
      for (const row of await loadAny(reader, ids.slice(start, start + batchSize))) rows.set(row.id, row);
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  /** The stored row, locked until the transaction ends; 404 where it does not exist or lies out of scope. */
  async function lock(ctx: KnownCtx, id: string): Promise<Stored<T>> {
    const [row] = await ctx.db
      .select()
      .from(table as PgTable)
      .where(and(eq(table.id, id), scopeOf(ctx)))
      .for("update");
    if (!row) throw notFound();
    return row as Stored<T>;
  }

  async function one(ctx: KnownCtx, id: string): Promise<Row> {
    const [row] = await load(ctx, [id]);
    if (!row) throw notFound();
    return row;
  }

  const service = {
    name,
    query,
    scopeOf,
    load,
    lock,

    /** One page with its exact total: `{meta, items}`. */
    async list(ctx: KnownCtx, request: ListRequest) {
      const total = () => countRows(ctx, query, request, scopeOf(ctx));
      const rows = async (knownTotal?: number) =>
        load(ctx, await pageIds(ctx, query, { ...request, knownTotal }, scopeOf(ctx)));
      if (isDeep(request)) {
        const totalItems = await total();
        const items = await rows(totalItems);
        return { meta: metaOf(request, totalItems, items.length), items };
      }
      const [totalItems, items] = await Promise.all([total(), rows()]);
      return { meta: metaOf(request, totalItems, items.length), items };
    },

    /** One page without a total, for screens: `{items, hasMore}`. */
    async rows(ctx: KnownCtx, request: ListRequest) {
      const limit = limitOf(request);
      const ids = await pageIds(ctx, query, request, scopeOf(ctx), 1);
      return { items: await load(ctx, ids.slice(0, limit)), hasMore: ids.length > limit };
    },

    async count(ctx: KnownCtx, request: ListRequest) {
      return { totalItems: await countRows(ctx, query, request, scopeOf(ctx)) };
    },

    /** All rows of a request in order, batch by batch, from one snapshot. */
    stream: (ctx: KnownCtx, request: ListRequest, visit: (rows: Row[]) => Promise<void>) =>
      eachIds(ctx, query, request, scopeOf(ctx), batchSize, async (tx, ids) => visit(await load(tx, ids))),

    async get(ctx: KnownCtx, id: string): Promise<Row> {
      if (options.scope !== "global") {
        const [found] = await ctx.db
          .select({ id: table.id })
          .from(table as PgTable)
          .where(and(eq(table.id, id), scopeOf(ctx)));
        if (!found) throw notFound();
      }
      return one(ctx, id);
    },

    create: (ctx: KnownCtx, values: T["$inferInsert"]) =>
      inTransaction(ctx, async (ctx) => {
        const [row] = (await ctx.db.insert(table).values(values).returning()) as Stored<T>[];
        if (!row) throw new Error(`insert into ${name} returned nothing`);
        await audit(ctx, {
          objectType: name,
          objectId: row.id,
          objectLabel: options.label(row),
          action: "create",
          changes: diff({}, row),
        });
        return one(ctx, row.id);
      }),

    /** Changes what `values` holds and nothing else; a version other than `ifMatch` is 412. */
    update: (ctx: KnownCtx, id: string, values: Partial<T["$inferInsert"]>, ifMatch?: string, action = "update") =>
      inTransaction(ctx, async (ctx) => {
        const before = await lock(ctx, id);
        assertVersion(before, ifMatch);
        const wanted = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
        const changes = diff(before, { ...before, ...wanted });
        const secret = Object.keys(wanted).some((key) => !(key in changes) && key.endsWith("Hash"));
        if (Object.keys(changes).length === 0 && !secret) return one(ctx, id);
        const [after] = (await ctx.db
          .update(table)
          .set({ ...wanted, version: sql`${table.version} + 1` } as never) // a subset of the table's own columns
          .where(eq(table.id, id))
          .returning()) as Stored<T>[];
        if (!after) throw notFound();
        await audit(ctx, { objectType: name, objectId: id, objectLabel: options.label(after), action, changes });
        return one(ctx, id);
      }),

    /** Removes a record and its parts; the audit row keeps them, so that `restore` can bring them back. */
    remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
      inTransaction(ctx, async (ctx) => {
        const row = await lock(ctx, id);
        assertVersion(row, ifMatch);
        const snapshot: Record<string, Record<string, unknown>[]> = { self: [withoutSecrets(row)] };
        for (const [index, part] of (options.parts ?? []).entries())
          snapshot[`part${index}`] = await ctx.db.select().from(part.table).where(eq(part.parent, id));
        await ctx.db.delete(table).where(eq(table.id, id));
        const changes = diff(row, {});
        await audit(ctx, {
          objectType: name,
          objectId: id,
          objectLabel: options.label(row),
          action: "remove",
          changes,
          snapshot,
        });
      }),

    /** Undoes a removal: the record and its parts come back under their old ids. 404 where none was removed, 422 where it is back. */
    restore: (ctx: KnownCtx, id: string) =>
      inTransaction(ctx, async (ctx) => {
        const [entry] = await ctx.db
          .select()
          .from(auditLog)
          .where(and(eq(auditLog.objectType, name), eq(auditLog.objectId, id), eq(auditLog.action, "remove")))
          .orderBy(sql`${auditLog.at} desc`)
          .limit(1);
        const [row] = (entry?.snapshot?.self ?? []) as Stored<T>[];
        if (!entry || !row) throw notFound();
        await ctx.db.insert(table).values({ ...row, version: row.version + 1 } as never); // the very row that was removed
        if (options.scope !== "global") await lock(ctx, id); // out of scope: 404, and the insert is undone
        for (const [index, part] of (options.parts ?? []).entries()) {
          const rows = entry.snapshot?.[`part${index}`] ?? [];
          // A row that hangs on the record by two columns was kept twice.
          if (rows.length)
            await ctx.db
              .insert(part.table)
              .values(rows as never)
              .onConflictDoNothing();
        }
        const changes = diff({}, row);
        await audit(ctx, {
          objectType: name,
          objectId: id,
          objectLabel: entry.objectLabel,
          action: "restore",
          changes,
        });
        return one(ctx, id);
      }),
  };
  return service;
}

const withoutSecrets = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !key.endsWith("Hash")));
