import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type Database, planned } from "@/db/client";
import type { Ctx } from "@/server/kit/call/context";
import { batchRows } from "./batch-rows";
import { conditionsOf, type ListQuery, limitOf, offsetOf, totalOf } from "./list";
import { deepOffset } from "./list.rules";
import type { ListRequest } from "./list.schema";
import { orderOf, sortOf, termsOf, type Value } from "./list-order";
import { type Buildable, builtOnce } from "./list-statements";

// How the pages of lists are read: ids first (ADR 2).

/** Which rows a statement reads, in which order. */
interface Part {
  db: Database;
  query: ListQuery;
  request: ListRequest;
  where: SQL | undefined;
  /** read from the far end */
  reversed: boolean;
  /** the record of `leadingRecord`, where its index is to be read: with a left join PostgreSQL sorts all rows */
  walked?: PgTable;
  /** everything where not said */
  window?: { limit: number | Placeholder; offset: number | Placeholder };
}

/** These fields of a part's rows, beside everything that the order may name. */
function rowsOf(part: Part, fields: Record<string, SQL.Aliased>) {
  const { db, query, request, where, reversed, walked, window } = part;
  const select = db.select(fields).from(query.table).$dynamic();
  for (const { table, on } of query.joins ?? [])
    if (table === walked) select.innerJoin(table, on);
    else select.leftJoin(table, on);
  const all = select.where(where).orderBy(...orderOf(query, request, reversed));
  return window ? all.limit(window.limit).offset(window.offset) : all;
}

/** The ids of a part. */
const idsOf = (part: Part) => rowsOf(part, { value: sql`${part.query.table.id}`.as("id") });
const textOf = ({ value }: Record<string, unknown>) => String(value);

/** A row of a page, with what its order compares, so that a walk can go on behind it. */
export interface Placed {
  id: string;
  values: Value[];
}

/** As PostgreSQL answers it: the values of all terms, the id last, and then the names of their types. */
type Written = (string | null)[];

/** The rows of a part as one value. What is compared is written for these rows alone, not for those in front of them. */
function placedOf(part: Part) {
  const terms = termsOf(part.query, part.request).map(({ expression }, index) => ({ expression, name: `k${index}` }));
  const fields = terms.map(({ expression, name }) => [name, sql`${expression}`.as(name)] as const);
  const page = rowsOf(part, Object.fromEntries(fields)).as("page");
  const names = terms.map(({ name }) => sql.identifier(name));
  const texts = [...names.map((name) => sql`${name}::text`), ...names.map((name) => sql`pg_typeof(${name})::text`)];
  const value = sql<Written[]>`coalesce(json_agg(json_build_array(${sql.join(texts, sql`, `)})), '[]')`;
  return part.db.select({ value: value.as("rows") }).from(page);
}

function readPlaced(written: Written): Placed {
  const types = written.slice(written.length / 2);
  const values = types.map((type, index) => ({ text: written[index] ?? null, type: type ?? "text" }));
  return { id: values.at(-1)?.text ?? "", values };
}

/** A statement that can be run at once, or built ahead. */
type Runnable<T> = Buildable<T> & PromiseLike<T[]>;

/**
 * Without a condition a list's pages differ by their order alone; but those by several fields are as many as callers think
 * up, so they are not kept. The caller's own text is not the name either, because white space makes any number of texts of
 * one order.
 */
function run<T>(part: Omit<Part, "window" | "db">, what: string, { db }: Ctx, take: number, skip: number) {
  const { query, request, where, reversed, walked } = part;
  const [first, ...more] = sortOf(query, request);
  return (build: (part: Part) => Runnable<T>): PromiseLike<T[]> => {
    if (where || more.length > 0) return build({ ...part, db, window: { limit: take, offset: skip } });
    const name = `${what} ${first?.field} ${first?.direction} ${reversed} ${walked !== undefined}`;
    const window = { limit: sql.placeholder("take"), offset: sql.placeholder("skip") };
    return builtOnce(db, query, name, () => build({ ...part, db: planned(db), window })).execute({ take, skip });
  };
}

interface Reading {
  /** rows beyond the page, to learn whether there are more */
  extra?: number;
  /** as in `Part` */
  walked?: PgTable;
}

/** Where a page lies; with `knownTotal`, one in the far half is read from the other end: the last costs what the first does. */
function placeOf(request: ListRequest, extra: number) {
  const offset = offsetOf(request);
  const size = limitOf(request) + extra;
  const total = request.knownTotal;
  const reversed = total !== undefined && offset > deepOffset && offset > total / 2;
  if (!reversed) return { reversed, skip: offset, take: size };
  return { reversed, skip: Math.max(0, total - offset - size), take: Math.min(size, total - offset) };
}

/** The ids of one page, in order. */
export async function pageIds(
  ctx: Ctx,
  query: ListQuery,
  request: ListRequest,
  scope?: SQL,
  { extra = 0, walked }: Reading = {},
): Promise<string[]> {
  const where = conditionsOf(query, request, scope);
  if (request.isGetAll) {
    const rows = await idsOf({ db: ctx.db, query, request, where, reversed: false });
    return rows.map(textOf);
  }
  const { reversed, skip, take } = placeOf(request, extra);
  if (take <= 0) return [];
  const part = { query, request, where, reversed, walked };
  const ids = (await run<Record<string, unknown>>(part, "ids", ctx, take, skip)(idsOf)).map(textOf);
  return reversed ? ids.reverse() : ids;
}

/** As `pageIds`, each row with what its order compares. */
export async function pagePlaced(
  ctx: Ctx,
  query: ListQuery,
  request: ListRequest,
  scope: SQL | undefined,
  { extra = 0, walked }: Reading,
): Promise<Placed[]> {
  const { reversed, skip, take } = placeOf(request, extra);
  if (take <= 0) return [];
  const part = { query, request, where: conditionsOf(query, request, scope), reversed, walked };
  const [row] = await run<{ value: Written[] }>(part, "placed", ctx, take, skip)(placedOf);
  const rows = (row?.value ?? []).map(readPlaced);
  return reversed ? rows.reverse() : rows;
}

/** How many rows the request finds in total, and its page as `pagePlaced`: in one statement, so in one snapshot. */
export async function totalAndPlaced(
  ctx: Ctx,
  query: ListQuery,
  request: ListRequest,
  scope: SQL | undefined,
  { extra = 0, walked }: Reading,
): Promise<{ totalItems: number; rows: Placed[] }> {
  const where = conditionsOf(query, request, scope);
  const both = (part: Part) => {
    return part.db
      .select({ totalItems: totalOf(part.db, query, request, where), value: sql<Written[]>`${placedOf(part)}` })
      .from(sql`(values (1)) as one`);
  };
  const part = { query, request, where, reversed: false, walked };
  const take = limitOf(request) + extra;
  const [row] = await run<{ totalItems: number; value: Written[] }>(part, "both", ctx, take, offsetOf(request))(both);
  return { totalItems: row?.totalItems ?? 0, rows: (row?.value ?? []).map(readPlaced) };
}

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
      const where = conditionsOf(query, request, scope);
      const select = idsOf({ db: inTx.db, query, request, where, reversed: false });
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
