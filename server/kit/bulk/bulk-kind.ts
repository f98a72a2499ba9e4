import { and, getTableColumns, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import { assertExists } from "@/server/kit/call/exists";
import { oneOf } from "@/server/kit/list/list-filters";
import type { ListSource } from "@/server/kit/list/list-source";
import { manyOf } from "@/server/kit/record/many-service";
import {
  changeOf,
  lockRows,
  type RecordSource,
  type RecordTable,
  type StoredRecord,
} from "@/server/kit/record/record-rows";
import type { Values } from "@/server/kit/record/record-service";
import type { Permission } from "@/server/permissions";

/** What is done to each record. */
export interface BulkChange {
  action: string | null;
  set: Record<string, unknown>;
}

/** A record as it is stored, as far as a kind reads it. */
export type BulkRow = { id: string; version: number } & Record<string, unknown>;

/** What a change would do to a record: a sentence says why it is refused. */
export type Judged = "change" | "same" | { refused: string };

/** What a change did to a record, as JSON: all that its undo needs. */
export interface Undoable {
  id: string;
  label: string;
  /** that of the record afterwards */
  version: number;
  before: Record<string, unknown>;
}

type BulkTable = PgTable & { id: AnyPgColumn; version: AnyPgColumn };

/** A kind of record that can be changed in bulk, as the engine sees it. */
export interface BulkKind {
  /** what the records are, as the audit trail calls them: "pers" */
  resource: string;
  may: { read: Permission; write: Permission };
  /** it is changed by a company's people inside the company, not by staff over all of them */
  isOfCompany: boolean;
  list: Pick<ListSource<BulkTable>, "table" | "reach" | "query" | "input">;
  /** what stands elsewhere than in columns of the list's table, its `version` too, as conditions on that table see it */
  elsewhere?: (ctx: KnownCtx) => Record<string, SQL>;
  /** what the list's service makes of its filters before they are asked, such as ids of names */
  prepare: (ctx: KnownCtx, filters: object) => Promise<object>;
  /** what may be set, or what that action takes */
  fields: (action: string | null) => z.ZodType<Record<string, unknown>>;
  /** the actions there are; undefined for a kind whose fields are set */
  actions?: readonly string[];
  /** @throws AppError where a value names something that is not there */
  check: (ctx: KnownCtx, change: BulkChange) => Promise<void>;
  /** the columns that `judge` reads */
  reads: (change: BulkChange) => string[];
  /** asks nothing of the database */
  judge: (row: BulkRow, change: BulkChange) => Judged;
  /**
   * What people call these records, by their ids.
   * @param rows those that are read already, as they are stored
   */
  labels: (ctx: KnownCtx, ids: string[], rows?: Map<string, BulkRow>) => Promise<Map<string, string>>;
  /** the records within the caller's reach, as they are stored */
  read: (ctx: KnownCtx, ids: string[]) => Promise<BulkRow[]>;
  /** the same, locked until the transaction ends */
  lock: (ctx: KnownCtx, ids: string[]) => Promise<BulkRow[]>;
  /** changes locked records, with their versions, audit rows and side effects; the columns that it wrote are what undo writes back */
  write: (ctx: KnownCtx, rows: BulkRow[], change: BulkChange) => Promise<string[]>;
  /** writes columns back in locked records */
  restore: (ctx: KnownCtx, rows: { row: BulkRow; before: Record<string, unknown> }[]) => Promise<void>;
}

type References = Record<string, readonly [table: PgTable & { id: AnyPgColumn }, what: string]>;

interface Fields<T extends RecordTable, F extends z.ZodRawShape> {
  record: { of: RecordSource<T> };
  may: BulkKind["may"];
  /** what may be set: fields of the update's schema, each the column of that name */
  fields: z.ZodObject<F>;
  isOfCompany?: true;
  prepare?: BulkKind["prepare"];
  /** the table of what a field refers to, and what people call one of it */
  references?: { [K in keyof F]?: readonly [table: PgTable & { id: AnyPgColumn }, what: string] };
  /**
   * The update of the service, where it does more than write the row; asked for each record. What it refuses of one is
   * found out when it is run.
   */
  update?: (ctx: KnownCtx, id: string, values: Partial<z.output<z.ZodObject<F>>>) => Promise<unknown>;
  /** columns that `refuse` reads */
  needs?: readonly (keyof T["$inferSelect"] & string)[];
  /** why a record may not get these values; nothing where it may */
  refuse?: (row: T["$inferSelect"], set: Partial<z.output<z.ZodObject<F>>>) => string | undefined;
}

/** A kind of record some of whose fields can be set in bulk. */
export function bulkFields<T extends RecordTable, F extends z.ZodRawShape>(declared: Fields<T, F>): BulkKind {
  const { record, may, update, needs = [] } = declared;
  const references = (declared.references ?? {}) as References; // by the names of its fields
  const { of } = record;
  type Set = Partial<z.output<z.ZodObject<F>>>;
  const shape = declared.fields.shape;
  const columns = getTableColumns(of.table as PgTable);
  for (const field of Object.keys(shape)) if (!(field in columns)) throw new Error(`${of.name} has no column ${field}`);
  const settable = z.strictObject(shape).partial() as unknown as z.ZodType<Record<string, unknown>>; // of an object
  const many = manyOf(record);
  const known = (set: BulkChange["set"]) => set as Set; // `fields` has read it
  const refuses = (row: BulkRow, set: Set) => declared.refuse?.(row as T["$inferSelect"], set); // with the columns of `needs`
  const stored = (ctx: KnownCtx, ids: string[]) =>
    ctx.db
      .select()
      .from(of.table as PgTable)
      .where(and(oneOf(of.table.id, ids), of.reach(ctx)));
  const write = async (ctx: KnownCtx, edits: { row: BulkRow; set: Record<string, unknown> }[]) => {
    if (!update) {
      const values = edits.map(({ row: { id }, set }) => ({ id, values: set as Values<T> })); // columns of the table
      await many.updateMany(ctx, values);
      return;
    }
    for (const { row, set } of edits) await update(ctx, row.id, known(set));
  };
  return {
    resource: of.name,
    may,
    isOfCompany: declared.isOfCompany === true,
    list: of,
    prepare: declared.prepare ?? (async (_, filters) => filters),
    fields: () => settable,
    async check(ctx, { set }) {
      for (const [field, [table, what]] of Object.entries<References[string]>(references))
        if (typeof set[field] === "string") await assertExists(ctx, table, what, `set.${field}`, [set[field]]);
    },
    reads: ({ set }) => [...Object.keys(set), ...needs],
    judge: (row, { set }) => {
      if (!changeOf(row, set).isChange) return "same";
      const refused = refuses(row, known(set));
      return refused === undefined ? "change" : { refused };
    },
    async labels(ctx, ids, known) {
      const missing = ids.filter((id) => !known?.has(id));
      const found = missing.length > 0 ? await stored(ctx, missing) : [];
      const rows = [...found, ...(known?.values() ?? [])] as StoredRecord<T>[]; // rows of that table
      return new Map(rows.map((row) => [row.id, of.label(row)]));
    },
    read: async (ctx, ids) => (await stored(ctx, ids)) as BulkRow[],
    lock: async (ctx, ids) => (await lockRows(of, ctx, ids)) as BulkRow[],
    async write(ctx, rows, { set }) {
      await write(
        ctx,
        rows.map((row) => ({ row, set })),
      );
      return Object.keys(set);
    },
    restore: (ctx, rows) =>
      write(
        ctx,
        rows.map(({ row, before }) => ({ row, set: before })),
      ),
  };
}

/** The filters of the kind's list, of which no other may be named. Inside a company its address says which, no filter does. */
export function filtersOf({ list: { input }, isOfCompany }: BulkKind): z.ZodType<Record<string, unknown>> {
  const names = Object.keys(input.filterKeys).filter((name) => !(isOfCompany && name === "companyId"));
  return z.strictObject(Object.fromEntries(names.map((name) => [name, input.shape[name]])) as z.ZodRawShape);
}
