import { and, asc, Column, desc, is, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, type PgTable, PgText } from "drizzle-orm/pg-core";
import { type Database, planned } from "@/db/client";
import { inOrder } from "@/db/schema/text-index";
import type { Ctx } from "@/server/kit/call/context";
import { batchRows } from "./batch-rows";
import { deepOffset } from "./list.rules";
import { type ListRequest, parseSort } from "./list.schema";
import { builtOnce } from "./list-statements";

/** A filter's value and the request → its condition; `undefined` for "no condition". */
export type Filter = (value: never, request: never) => SQL | undefined;

/** A one-to-one join that sorting may name; PostgreSQL drops those that an order does not use. */
interface Join {
  table: PgTable;
  on: SQL;
  /** each row has its other row, so that pages can be read in the order of an index of the other table (`leadingRecord`) */
  isRequired?: boolean;
}

/** What a field is sorted by: of several expressions, the first is one that an index has, and the others tell its rows apart. */
export type SortExpression = SQLWrapper | readonly SQLWrapper[];

export interface ListQuery {
  table: PgTable & { id: AnyPgColumn };
  joins?: Join[];
  sort: Record<string, SortExpression>;
  filters: Record<string, Filter>;
  /** order where the caller gives none, such as "createdAt:desc" */
  order: string;
}

/** The sort of a request as order terms; ties break on the id, in the first term's direction, so that one index serves both ways. */
function orderOf(query: ListQuery, request: ListRequest, reversed: boolean) {
  const terms = sortOf(query, request);
  const last = { expression: query.table.id as SQLWrapper, direction: terms[0]?.direction ?? "desc" };
  const expressions = terms.flatMap(({ field, direction }) => {
    const by = query.sort[field];
    if (!by) throw new Error(`no expression for the declared sort field ${field}`);
    return (isSeveral(by) ? by : [by]).map((expression) => ({ expression, direction }));
  });
  return [...expressions, last].map(({ expression, direction }) =>
    (direction === "asc") !== reversed ? asc(ordered(expression)) : desc(ordered(expression)),
  );
}

/** Texts in the order for people; codes, and texts that the database makes in order to sort by them, as they are. */
const ordered = (expression: SQLWrapper) =>
  is(expression, PgText) && !expression.enumValues?.length && !expression.generated ? inOrder(expression) : expression;

const isSeveral = (by: SortExpression): by is readonly SQLWrapper[] => Array.isArray(by);
const sortOf = (query: ListQuery, request: ListRequest) => parseSort(request.sortBy || query.order);

function conditionsOf(query: ListQuery, request: object, scope: SQL | undefined) {
  const values = request as Record<string, unknown>;
  const conditions = Object.entries(query.filters)
    .filter(([key]) => values[key] !== undefined)
    .map(([key, filter]) => filter(values[key] as never, values as never)); // zod has checked the request against the filters' schemas
  return and(scope, ...conditions);
}

/** The record that every row has and whose field leads the order of a request: rows can be read in the order of its index. */
export function leadingRecord({ sort, order, joins }: ListQuery, request: ListRequest): PgTable | undefined {
  const [first] = parseSort(request.sortBy || order);
  const by = sort[first?.field ?? ""];
  const expression = by && isSeveral(by) ? by[0] : by;
  if (!is(expression, Column)) return undefined;
  return joins?.find(({ table, isRequired }) => isRequired && table === expression.table)?.table;
}

/**
 * The ids of a list's rows, beside everything that its order may name.
 * @param walked the record of `leadingRecord`, where its index is to be read: with a left join PostgreSQL sorts all rows
 */
function idsFrom(db: Database, query: ListQuery, walked?: PgTable) {
  const select = db
    .select({ value: idOf(query) })
    .from(query.table)
    .$dynamic();
  for (const { table, on } of query.joins ?? [])
    if (table === walked) select.innerJoin(table, on);
    else select.leftJoin(table, on);
  return select;
}

const idOf = (query: ListQuery) => sql<string>`${query.table.id}`;
const rowCount = sql<number>`count(*)::int`;

/** How many rows the request finds in total. */
export async function countRows(ctx: Ctx, query: ListQuery, request: object, scope?: SQL): Promise<number> {
  const where = conditionsOf(query, request, scope);
  const count = (db: Database) => db.select({ value: rowCount }).from(query.table).$dynamic();
  const [row] = where
    ? await count(ctx.db).where(where)
    : await builtOnce(ctx.db, query, "count", () => count(planned(ctx.db))).execute();
  return row?.value ?? 0;
}

export const limitOf = (request: ListRequest) => request.limit ?? 10;
const offsetOf = (request: ListRequest) => request.offset ?? ((request.page ?? 1) - 1) * limitOf(request);
export const isDeep = (request: ListRequest) => !request.isGetAll && offsetOf(request) > deepOffset;

/**
 * The ids of one page, in order. With `knownTotal`, a page in the far half is read from the other end: the last page
 * costs what the first does.
 * @param extra rows beyond the page, to learn whether there are more
 * @param walked as in `idsFrom`
 */
export async function pageIds(
  ctx: Ctx,
  query: ListQuery,
  request: ListRequest,
  scope?: SQL,
  extra = 0,
  walked?: PgTable,
) {
  const where = conditionsOf(query, request, scope);
  if (request.isGetAll) {
    const rows = await idsFrom(ctx.db, query)
      .where(where)
      .orderBy(...orderOf(query, request, false));
    return rows.map((row) => row.value);
  }
  const offset = offsetOf(request);
  const size = limitOf(request) + extra;
  const total = request.knownTotal;
  const reversed = total !== undefined && offset > deepOffset && offset > total / 2;
  if (reversed && offset >= total) return [];
  const skip = reversed ? Math.max(0, total - offset - size) : offset;
  const take = reversed ? Math.min(size, total - offset) : size;
  const page = (db: Database, limit: number | Placeholder, offset: number | Placeholder) =>
    idsFrom(db, query, walked)
      .where(where)
      .orderBy(...orderOf(query, request, reversed))
      .limit(limit)
      .offset(offset);
  // Without a condition a list's pages differ by their order alone; but those by several fields are as many as callers
  // think up, so they are not kept. The caller's own text is not the name either, because white space makes any number
  // of texts of one order.
  const [first, ...more] = sortOf(query, request);
  const isRare = where || more.length > 0;
  const name = `${first?.field} ${first?.direction} ${reversed} ${walked !== undefined}`;
  const [limit, skipped] = [sql.placeholder("take"), sql.placeholder("skip")];
  const rows = isRare
    ? await page(ctx.db, take, skip)
    : await builtOnce(ctx.db, query, name, () => page(planned(ctx.db), limit, skipped)).execute({ take, skip });
  const ids = rows.map((row) => row.value);
  return reversed ? ids.reverse() : ids;
}

/**
 * How many rows the request finds in total, and the ids of its page: in one statement, hence from one snapshot.
 * @param walked as in `idsFrom`
 */
export async function totalAndIds(ctx: Ctx, query: ListQuery, request: ListRequest, scope?: SQL, walked?: PgTable) {
  if (request.isGetAll) {
    const ids = await pageIds(ctx, query, request, scope);
    return { totalItems: ids.length, ids };
  }
  const where = conditionsOf(query, request, scope);
  const both = (db: Database, limit: number | Placeholder, offset: number | Placeholder) => {
    const count = db.select({ value: rowCount }).from(query.table).where(where);
    const page = idsFrom(db, query, walked)
      .where(where)
      .orderBy(...orderOf(query, request, false))
      .limit(limit)
      .offset(offset);
    return db
      .select({ totalItems: sql<number>`${count}`, ids: sql<string[]>`array${page}` })
      .from(sql`(values (1)) as one`);
  };
  const [take, skip] = [limitOf(request), offsetOf(request)];
  const [first, ...more] = sortOf(query, request);
  const name = `both ${first?.field} ${first?.direction} ${walked !== undefined}`;
  const [limit, skipped] = [sql.placeholder("take"), sql.placeholder("skip")];
  const [row] =
    where || more.length > 0 // as in `pageIds`
      ? await both(ctx.db, take, skip)
      : await builtOnce(ctx.db, query, name, () => both(planned(ctx.db), limit, skipped)).execute({ take, skip });
  return row ?? { totalItems: 0, ids: [] };
}

/** Does work that only reads from one snapshot; work of a transaction is done in that. */
export const inSnapshot = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  ctx.inTransaction
    ? work(ctx)
    : ctx.db.transaction((tx) => work({ ...ctx, db: tx, inTransaction: true }), {
        isolationLevel: "repeatable read",
        accessMode: "read only",
      });

/**
 * Walks all rows of a request in order, some at a time, from one snapshot. While one batch is visited the next is loaded;
 * memory stays that of the two.
 */
export async function eachRows<Row>(
  ctx: Ctx,
  query: ListQuery,
  request: ListRequest,
  scope: SQL | undefined,
  { load, visit }: { load: (tx: Ctx, ids: string[]) => Promise<Row[]>; visit: (rows: Row[]) => Promise<void> },
) {
  await ctx.db.transaction(
    async (tx) => {
      const inTx = { ...ctx, db: tx, inTransaction: true };
      const select = idsFrom(inTx.db, query)
        .where(conditionsOf(query, request, scope))
        .orderBy(...orderOf(query, request, false));
      await tx.execute(sql`declare walk no scroll cursor for ${select.getSQL()}`);
      const next = async () => {
        const found = await tx.execute<{ id: string }>(sql.raw(`fetch ${batchRows()} from walk`));
        const ids = found.map(({ id }) => id);
        return ids.length > 0 ? load(inTx, ids) : undefined;
      };
      for (let coming = next(), rows = await coming; rows; rows = await coming) {
        coming = next();
        coming.catch(() => undefined); // heard above, or not at all where the visit fails first
        await visit(rows);
      }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

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
