import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Database, planned } from "@/db/client";
import type { Ctx } from "@/server/kit/call/context";
import { deepOffset } from "./list.rules";
import type { ListRequest } from "./list.schema";
import { builtOnce } from "./list-statements";

/** What a field is sorted by: of several expressions, the first is one that an index has, and the others tell its rows apart. */
export type SortExpression = SQLWrapper | readonly SQLWrapper[];

interface Filtering {
  // A method, as each filter takes what its own schema makes of the request.
  of(value: unknown, request: Record<string, unknown>): SQL | undefined;
}
/** A filter's value and the request → its condition; `undefined` for "no condition". */
export type Filter = Filtering["of"];

/** A one-to-one join that sorting may name; PostgreSQL drops those that an order does not use. */
interface Join {
  table: PgTable;
  on: SQL;
  /** each row has its other row, so that pages can be read in the order of an index of the other table (`leadingRecord`) */
  isRequired?: boolean;
}

export interface ListQuery {
  table: PgTable & { id: AnyPgColumn };
  joins?: Join[];
  sort: Record<string, SortExpression>;
  filters: Record<string, Filter>;
  /** order where the caller gives none, such as "createdAt:desc" */
  order: string;
  /** how many rows there are without a filter, where the database counts them as they are written (`wholeTotal`) */
  whole?: SQL<number | null>;
}

/** The condition on the rows that a request finds. */
export function conditionsOf(query: ListQuery, request: object, scope: SQL | undefined) {
  const values = request as Record<string, unknown>;
  const conditions = Object.entries(query.filters)
    .filter(([key]) => values[key] !== undefined)
    .map(([key, filter]) => filter(values[key], values)); // zod has checked the request against the filters' schemas
  return and(scope, ...conditions);
}

/** How many rows the request finds in total, as an expression; `where` is the whole condition of the request. */
export function totalOf(db: Database, query: ListQuery, request: object, where: SQL | undefined): SQL<number> {
  const counted = db.select({ value: sql<number>`count(*)::int` }).from(query.table).where(where);
  const isWhole = query.whole && !conditionsOf(query, request, undefined);
  return isWhole ? sql`coalesce(${query.whole}, ${counted})` : sql`${counted}`;
}

/** How many rows the request finds in total. */
export async function countRows(ctx: Ctx, query: ListQuery, request: object, scope?: SQL): Promise<number> {
  const where = conditionsOf(query, request, scope);
  const count = (db: Database) =>
    db.select({ value: totalOf(db, query, request, where) }).from(sql`(values (1)) as one`);
  const [row] = where
    ? await count(ctx.db)
    : await builtOnce(ctx.db, query, "count", () => count(planned(ctx.db))).execute();
  return row?.value ?? 0;
}

/** How many rows the request finds, counted up to a number: more are one more than that. */
export async function countUpTo(ctx: Ctx, query: ListQuery, request: object, scope: SQL | undefined, most: number) {
  const where = conditionsOf(query, request, scope);
  const found = ctx.db
    .select({ one: sql`1` })
    .from(query.table)
    .where(where)
    .limit(most + 1);
  const [row] = await ctx.db.select({ value: sql<number>`count(*)::int` }).from(sql`${found} as found`);
  return row?.value ?? 0;
}

export const limitOf = (request: ListRequest) => request.limit ?? 10;
export const offsetOf = (request: ListRequest) => request.offset ?? ((request.page ?? 1) - 1) * limitOf(request);
export const isDeep = (request: ListRequest) => !request.isGetAll && offsetOf(request) > deepOffset;

/** Does work that only reads from one snapshot; work of a transaction is done in that. */
export const inSnapshot = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  ctx.inTransaction
    ? work(ctx)
    : ctx.db.transaction((tx) => work({ ...ctx, db: tx, inTransaction: true }), {
        isolationLevel: "repeatable read",
        accessMode: "read only",
      });

/** The envelope of a list that the documents do not page: everything. */
export const inOnePage = <Row>(items: Row[]) => ({
  meta: metaOf({ isGetAll: true }, items.length, items.length),
  items,
});

/** The envelope's `meta` for a page. */
export function metaOf(request: ListRequest, totalItems: number, itemCount: number) {
  const itemsPerPage = request.isGetAll ? Math.max(totalItems, 1) : limitOf(request);
  return {
    totalItems,
    itemCount,
    itemsPerPage,
    totalPages: Math.ceil(totalItems / itemsPerPage),
    currentPage: request.isGetAll ? 1 : Math.floor(offsetOf(request) / itemsPerPage) + 1,
  };
}
