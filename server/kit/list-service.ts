import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { planned } from "@/db/client";
import type { Ctx } from "./context";
import { notFound } from "./errors";
import { countRows, eachRows, isDeep, type ListQuery, limitOf, metaOf, pageIds, type SortExpression } from "./list";
import type { ListInput } from "./list.schema";
import type { ListService, ListTable, Stored } from "./list-source";
import { type Buildable, readByIds } from "./list-statements";
import { type AnyList, registry } from "./registry";
import { type Ownership, reachOf } from "./scope";

export interface ListOptions<T extends ListTable, I extends ListInput, Row extends { id: string }> {
  table: T;
  input: I;
  joins?: ListQuery["joins"];
  sort: Record<I["sortable"][number], SortExpression>;
  filters: {
    [K in keyof I["filterKeys"]]: (
      value: NonNullable<z.output<I["filterKeys"][K]>>,
      request: { [F in keyof I["filterKeys"]]?: z.output<I["filterKeys"][F]> },
    ) => SQL | undefined;
  };
  /** the answer's rows for these ids, in any order, with their relations; the stored rows where not said */
  load?: (ctx: Ctx, ids: string[]) => Promise<Row[]>;
}

const batchSize = 1000;

/** Reads a table within the caller's reach: page, total, all, one. Nothing here writes. */
export function listService<
  T extends ListTable,
  I extends ListInput,
  Row extends { id: string } = Stored<T>,
  C extends AnyPgColumn = never,
>(options: ListOptions<T, I, Row> & Ownership<C>): ListService<T, C, Row> {
  const { table } = options;
  const reach = reachOf(options);
  const query: ListQuery = {
    table,
    joins: options.joins,
    sort: options.sort,
    filters: options.filters as ListQuery["filters"], // ListOptions has typed each filter against its schema
    order: options.input.order,
  };
  const stored = readByIds(
    (db, ids) =>
      db
        .select()
        .from(table as PgTable)
        .where(sql`${table.id} = ${ids}`) as unknown as Buildable<Row>, // Row is the stored row where `load` is not given
  );
  const loadAny = options.load ?? stored;

  async function load(ctx: Ctx, ids: string[]) {
    if (ids.length === 0) return [];
    const rows = new Map<string, Row>();
    const reader = { ...ctx, db: planned(ctx.db) };
    for (let start = 0; start < ids.length; start += batchSize)
      for (const row of await loadAny(reader, ids.slice(start, start + batchSize))) rows.set(row.id, row);
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  const service: ListService<T, C, Row> = {
    of: { table, company: options.company, reach, isScoped: options.scope !== "global", query, input: options.input },
    load,

    async list(ctx, request) {
      const total = () => countRows(ctx, query, request, reach(ctx));
      const rows = async (knownTotal?: number) =>
        load(ctx, await pageIds(ctx, query, { ...request, knownTotal }, reach(ctx)));
      if (isDeep(request)) {
        const totalItems = await total();
        const items = await rows(totalItems);
        return { meta: metaOf(request, totalItems, items.length), items };
      }
      const [totalItems, items] = await Promise.all([total(), rows()]);
      return { meta: metaOf(request, totalItems, items.length), items };
    },

    async rows(ctx, request) {
      const limit = limitOf(request);
      const ids = await pageIds(ctx, query, request, reach(ctx), 1);
      return { items: await load(ctx, ids.slice(0, limit)), hasMore: ids.length > limit };
    },

    count: async (ctx, request) => ({ totalItems: await countRows(ctx, query, request, reach(ctx)) }),

    stream: (ctx, request, visit) => eachRows(ctx, query, request, reach(ctx), { load, visit }),

    async get(ctx, id) {
      const within = reach(ctx);
      if (within) {
        const [found] = await ctx.db
          .select({ id: table.id })
          .from(table as PgTable)
          .where(and(eq(table.id, id), within));
        if (!found) throw notFound();
      }
      const [row] = await load(ctx, [id]);
      if (!row) throw notFound();
      return row;
    },
  };
  registry.lists.add(service as unknown as AnyList); // only tests read it, and they take any row
  return service;
}
