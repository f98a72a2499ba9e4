import type { SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import type { ListQuery, metaOf } from "./list";
import type { ListInput, ListRequest } from "./list.schema";

export type ListTable = PgTable & { id: AnyPgColumn };
/** A row as it is stored. */
export type Stored<T extends PgTable> = T["$inferSelect"] & { id: string };

/** What a list is of, for the services that are built on it. */
export interface ListSource<T extends ListTable, C extends AnyPgColumn = AnyPgColumn> {
  table: T;
  /** the column that says whose company a row is, where the rows are companies' */
  company: C | undefined;
  /** the condition that a row within the caller's reach meets; undefined where every row is */
  reach: (ctx: KnownCtx) => SQL | undefined;
  /** whether there may be rows that the caller may not reach */
  isScoped: boolean;
  query: ListQuery;
  input: ListInput;
}

export interface ListService<T extends ListTable, C extends AnyPgColumn, Row> {
  of: ListSource<T, C>;
  /** The rows for these ids, in the order of the ids; missing ones are left out. It does not check the scope. */
  load: (ctx: Ctx, ids: string[]) => Promise<Row[]>;
  /** One page with its exact total: `{meta, items}`. */
  list: (
    ctx: KnownCtx,
    request: ListRequest,
  ) => Promise<{ meta: ReturnType<typeof metaOf> & { next?: string }; items: Row[] }>;
  /** One page without a total, for screens: `{items, hasMore}`. */
  rows: (ctx: KnownCtx, request: ListRequest) => Promise<{ items: Row[]; hasMore: boolean }>;
  count: (ctx: KnownCtx, request: ListRequest) => Promise<{ totalItems: number }>;
  /** How many rows there are, counted up to a number: more are one more than that. */
  countUpTo: (ctx: KnownCtx, request: ListRequest, most: number) => Promise<number>;
  /** All rows of a request in order, batch by batch, from one snapshot. */
  stream: (ctx: KnownCtx, request: ListRequest, visit: (rows: Row[]) => Promise<void>) => Promise<void>;
  /** One row; 404 where it does not exist or lies out of reach. */
  get: (ctx: KnownCtx, id: string) => Promise<Row>;
}
