import { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";

/** A column that a file may have. */
export interface Column {
  /** what people call it, in the file and in errors; found in any case */
  title: string;
  /** takes the text of a cell; as the form that creates such a record does */
  schema: z.ZodType<unknown, string>;
  /** what to write there, for the template's page */
  help?: string;
  /** every row must have a value; a row without one is an error */
  required?: boolean;
  /** the file must have the column, whose cells may be empty */
  expected?: boolean;
}

/** The cells of a row that hold something, each as its column's schema reads it. */
export type RowOf<C extends Record<string, Column>> = {
  [K in keyof C as C[K]["required"] extends true ? K : never]: z.output<C[K]["schema"]>;
} & { [K in keyof C as C[K]["required"] extends true ? never : K]?: z.output<C[K]["schema"]> };

export interface Change {
  column: string;
  before: string | null;
  after: string | null;
}

/** How many rows of one kind a file may have; further ones are errors. */
export interface AtMost {
  rows: number;
  message: string;
}

/** What a row of the file comes to. `key`: two rows with one key are about the same record, so the second is an error. */
export type RowPlan<W> =
  | { kind: "new" | "changed"; key: string; changes: Change[]; write: W; atMost?: AtMost }
  | { kind: "same"; key: string }
  | {
      kind: "error";
      column: string | null;
      message: string;
      /** what else is wrong with the row */
      more?: { column: string | null; message: string }[];
      /** the option that was left open; with an answer to it, the row would be none */
      asks?: string;
    };

/** What an import did to one record, as JSON: all that its undo needs. */
export interface Undoable {
  id: string;
  /** what people call the record */
  label: string;
}

/** A record that an undo did not touch, and why (`kept`), as the end of "… was left: it was changed since". */
export interface Left {
  id: string;
  label: string;
  reason: string;
}

interface Options<C extends Record<string, Column>, O extends z.ZodObject, K, W, U extends Undoable> {
  /** the kind of record, as the audit trail calls it: "label" */
  name: string;
  columns: C;
  /** the column that says which record a row is about, and names it for people */
  key: keyof C & string;
  /** what is chosen beside the file; every value is a text */
  options: O;
  /** files may be XLIFF too, which say the same in columns of their own */
  takesXliff?: true;
  /** only who planned an import ever sees it, for its rows are not for everybody who may import */
  isPrivate?: true;
  /** @throws AppError 422 where an option names something that is not there */
  check?(ctx: KnownCtx, options: z.output<O>): Promise<void>;
  /**
   * Counts rows of a file against a limit before they are planned for somebody who looks; what is counted stays, so it is
   * asked outside of any transaction.
   * @throws AppError 429
   */
  count?(ctx: KnownCtx, rows: number): Promise<void>;
  /** the present rows; in the import's transaction they are locked first, then read */
  known(ctx: KnownCtx, rows: RowOf<C>[], options: z.output<O>): Promise<K>;
  /** what a row would do; asks nothing of the database */
  plan(row: RowOf<C>, known: K, options: z.output<O>): RowPlan<W>;
  /** writes some of the rows, with their audit rows, in the import's transaction */
  write(ctx: KnownCtx, writes: W[], options: z.output<O>): Promise<U[]>;
  /**
   * Takes back what `write` did to these records, with their audit rows, within the rights and the scope of now. What
   * somebody changed since stays as it is.
   */
  undo(ctx: KnownCtx, undoables: U[], options: z.output<O>): Promise<Left[]>;
}

/** An importer as the engine sees it: which columns, options and writes it has is its own affair. */
export interface Importer {
  name: string;
  columns: [key: string, column: Column][];
  key: string;
  options: z.ZodType<Record<string, unknown>, Record<string, unknown>>;
  takesXliff: boolean;
  isPrivate: boolean;
  check: (ctx: KnownCtx, options: Chosen) => Promise<void>;
  count: (ctx: KnownCtx, rows: number) => Promise<void>;
  /** of rows whose cells are good */
  plan: (ctx: KnownCtx, rows: Record<string, unknown>[], options: Chosen) => Promise<RowPlan<unknown>[]>;
  write: (ctx: KnownCtx, writes: unknown[], options: Chosen) => Promise<Undoable[]>;
  undo: (ctx: KnownCtx, undoables: Undoable[], options: Chosen) => Promise<Left[]>;
}

/** What was chosen beside the file. */
export type Chosen = Record<string, string>;

/**
 * Declares how files of one kind are imported. The engine reads the file, checks each cell, shows what would happen,
 * writes it in one transaction and can take it back; what a row means is said here.
 */
export function importer<
  const C extends Record<string, Column>,
  K,
  W,
  U extends Undoable,
  O extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(declared: Omit<Options<C, O, K, W, U>, "options"> & { options?: O }): Importer {
  // The engine hands back to each function what another one of the same declaration made, so these are the declared types.
  const known: Options<Record<string, Column>, z.ZodObject, unknown, unknown, Undoable> = {
    ...declared,
    options: declared.options ?? z.object({}),
  };
  return {
    name: declared.name,
    columns: Object.entries(declared.columns),
    key: declared.key,
    options: declared.options ?? z.object({}),
    takesXliff: declared.takesXliff === true,
    isPrivate: declared.isPrivate === true,
    check: async (ctx, options) => known.check?.(ctx, options),
    count: async (ctx, rows) => known.count?.(ctx, rows),
    async plan(ctx, rows, options) {
      const there = await known.known(ctx, rows, options);
      return rows.map((row) => known.plan(row, there, options));
    },
    write: known.write,
    undo: known.undo,
  };
}
