import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { KnownCtx } from "@/server/kit/call/context";
import type { RecordSource, RecordTable } from "@/server/kit/record/record-rows";
import type { ListService, ListSource, ListTable } from "./list-source";

/** A list service of any rows. */
export type AnyList = ListService<ListTable, AnyPgColumn, { id: string }>;
/** A record service of any rows. */
export interface AnyRecord extends AnyList {
  of: RecordSource<RecordTable>;
  // Methods, as each takes the values of its own table.
  create(ctx: KnownCtx, values: object): Promise<{ id: string }>;
  update(ctx: KnownCtx, id: string, values: object, ifMatch?: string): Promise<{ id: string }>;
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) => Promise<void>;
  restore: (ctx: KnownCtx, id: string) => Promise<{ id: string }>;
}
/** A set of links of any two kinds. */
export interface AnySet {
  /** undefined where every caller reaches every record */
  parent: ListSource<ListTable> | undefined;
  children: ListSource<ListTable>;
  links: { table: PgTable; child: AnyPgColumn };
  set: (ctx: KnownCtx, id: string, wanted: string[]) => Promise<unknown>;
}

/**
 * Every service of this process, as it was made: for what is about any record, and for tests that try each service, so
 * that none is forgotten.
 */
export const registry = { lists: new Set<AnyList>(), records: new Set<AnyRecord>(), sets: new Set<AnySet>() };
