import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { planned } from "@/db/client";
import { mayAskAhead, takeAhead } from "@/server/kit/call/ahead";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { manner } from "@/texts/speech";
import { rememberLarge } from "./large-total";
import { countRows, countUpTo, inSnapshot, isDeep, type ListQuery, limitOf, metaOf, type SortExpression } from "./list";
import type { ListInput, ListRequest } from "./list.schema";
import { nextOf, readAfter } from "./list-next";
import { leadingRecord } from "./list-order";
import { eachRows, type Placed, pageIds, pagePlaced, totalAndPlaced } from "./list-page";
import type { ListService, ListTable, Stored } from "./list-source";
import { type byIdsAlone, readByIds, readsByIdsAlone } from "./list-statements";
import { registry } from "./registry";
import { type Ownership, reachOf } from "./scope";
import { type Counted, wholeTotal } from "./whole-total";

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
  /**
   * its name, where its totals may be so large that they are remembered for a minute (`rememberLarge`); its reach may depend
   * on the company alone
   */
  large?: string;
  /** which rows it has, where the database counts its table (`wholeTotal`); its reach is the same for every caller */
  counted?: Counted;
  /** the answer's rows for these ids, in any order, with their relations; the stored rows where not said */
  load?: (ctx: Ctx, ids: string[]) => Promise<Row[]>;
}

/** A page with its total. */
interface Found {
  totalItems: number;
  rows: Placed[];
}
type Walk = NonNullable<ReturnType<typeof readAfter>>;

const batchSize = 1000;
/**
 * From so many rows on, a page in the order of a related record is read by that record's index, which most of its records
 * then find a row for. Fewer rows are sorted sooner.
 */
const walkedFrom = 50_000;

/** What a total is of: the same list, asked in the same way, inside the same company. */
const keyOf = (name: string, { company }: KnownCtx, { filters }: ListQuery, request: object) =>
  JSON.stringify([
    name,
    company?.id,
    manner().timeZone,
    Object.entries(request).filter(([key, value]) => key in filters && value !== undefined),
  ]);

/**
 * How the totals of a list are counted and its pages found.
 * @param large the name under which totals are remembered, where there is one
 */
function pagesOf(query: ListQuery, reach: ReturnType<typeof reachOf>, large: string | undefined) {
  const exactTotal = (ctx: KnownCtx, request: ListRequest) => countRows(ctx, query, request, reach(ctx));
  const total = (ctx: KnownCtx, request: ListRequest) =>
    large ? rememberLarge(keyOf(large, ctx, query, request), () => exactTotal(ctx, request)) : exactTotal(ctx, request);

  async function walked(ctx: KnownCtx, request: ListRequest) {
    const record = request.isGetAll ? undefined : leadingRecord(query, request);
    // A list that is not of a part of the table, such as a company's, finds most of the other records.
    return record && (!large || (await total(ctx, request)) >= walkedFrom) ? record : undefined;
  }

  const reading = async (ctx: KnownCtx, request: ListRequest) => ({ extra: 1, walked: await walked(ctx, request) });

  /** The total and the rows of a page, and one more, from one snapshot, except a large total that is remembered. */
  async function page(ctx: KnownCtx, request: ListRequest): Promise<Found> {
    if (request.isGetAll) {
      const ids = await pageIds(ctx, query, request, reach(ctx));
      return { totalItems: ids.length, rows: ids.map((id) => ({ id, values: [] })) };
    }
    const how = await reading(ctx, request);
    const found: { rows?: Placed[] } = {};
    const count = async () => {
      const both = await totalAndPlaced(ctx, query, request, reach(ctx), how);
      found.rows = both.rows;
      return both.totalItems;
    };
    const totalItems = large ? await rememberLarge(keyOf(large, ctx, query, request), count) : await count();
    return { totalItems, rows: found.rows ?? (await pagePlaced(ctx, query, request, reach(ctx), how)) };
  }

  /** As `page`, for one that may be read from the other end; in a snapshot. */
  async function deepPage(ctx: KnownCtx, request: ListRequest): Promise<Found> {
    const totalItems = await exactTotal(ctx, request);
    const how = await reading(ctx, request);
    return { totalItems, rows: await pagePlaced(ctx, query, { ...request, knownTotal: totalItems }, reach(ctx), how) };
  }

  /** As `page`, behind another one, with the total as it was counted then. */
  async function pageBehind(ctx: KnownCtx, request: ListRequest, walk: Walk): Promise<Found> {
    const within = and(reach(ctx), walk.condition);
    const rows = await pagePlaced(ctx, query, request, within, await reading(ctx, request));
    return { totalItems: request.withTotal ? await exactTotal(ctx, request) : walk.totalItems, rows };
  }

  return { total, reading, page, deepPage, pageBehind };
}

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
    filters: options.filters,
    order: options.input.order,
    whole: options.counted && wholeTotal(table as PgTable, options.counted),
  };
  const stored = readByIds((db, ids) =>
    db
      .select({ ...getTableColumns(table as PgTable), id: table.id })
      .from(table as PgTable)
      .where(sql`${table.id} = ${ids}`),
  );
  const loadAny = options.load ?? (stored as NonNullable<typeof options.load>); // Row is the stored row where `load` is not given

  const { total, reading, page, deepPage, pageBehind } = pagesOf(query, reach, options.large);

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
      const walk = readAfter(ctx, query, request);
      const isOfSnapshot = isDeep(request) || (walk && request.withTotal);
      const placed = walk ? { ...request, offset: walk.passed } : request;
      const read = async (db: Ctx["db"], inTransaction?: boolean) => {
        const reader: KnownCtx = { ...ctx, db, inTransaction };
        const { totalItems, rows } = walk
          ? await pageBehind(reader, request, walk)
          : await (isDeep(request) ? deepPage : page)(reader, request);
        const ids = (request.isGetAll ? rows : rows.slice(0, limitOf(request))).map(({ id }) => id);
        const items = await load(reader, ids);
        const next = nextOf(ctx, query, placed, rows, totalItems);
        const meta = { ...metaOf(placed, totalItems, items.length), ...(next && { next }) };
        return { areAllThere: items.length === ids.length, meta, items };
      };
      const inOne = () => inSnapshot(ctx, ({ db, inTransaction }) => read(db, inTransaction));
      const first = isOfSnapshot ? undefined : await read(ctx.db, ctx.inTransaction);
      // A row went between the two statements: then all is read from one snapshot.
      const { meta, items } = first?.areAllThere ? first : await inOne();
      return { meta, items };
    },

    async rows(ctx, request) {
      const limit = limitOf(request);
      const ids = await pageIds(ctx, query, request, reach(ctx), await reading(ctx, request));
      return { items: await load(ctx, ids.slice(0, limit)), hasMore: ids.length > limit };
    },

    count: async (ctx, request) => ({ totalItems: await total(ctx, request) }),

    countUpTo: (ctx, request, most) => countUpTo(ctx, query, request, reach(ctx), most),

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
      const ahead = within ? undefined : await takeAhead<Row>(ctx, service.get, id);
      const [row] = ahead ?? (await load(ctx, [id]));
      if (!row) throw notFound();
      return row;
    },
  };
  if (typeof options.scope !== "function" && readsByIdsAlone(loadAny)) {
    const readOne = loadAny as ReturnType<typeof byIdsAlone<Row>>; // as `readsByIdsAlone` says
    mayAskAhead(service.get, (db, id) => readOne({ db }, [id]));
  }
  registry.lists.add(service);
  return service;
}
