import { type AnyPgColumn, type AnyPgTable, text, uuid } from "drizzle-orm/pg-core";

export interface StoredColumn {
  /** a picture's column holds its key in the storage, a file's the id of its row in `platform.files` */
  kind: "picture" | "file";
  /** what the trail calls the record that it belongs to, such as "vehicle-brand" */
  audited: string;
  column: AnyPgColumn;
}

/** Every column that names something in the storage: they register themselves when their table is made. */
export const storedColumns: StoredColumn[] = [];

/** drizzle makes a column of its builder when the table is declared, by a function that its types do not show. */
interface Builder {
  build: (table: AnyPgTable) => AnyPgColumn;
}

function registering<B extends object>(made: B, about: Omit<StoredColumn, "column">): B {
  const builder = made as unknown as Builder; // every builder of drizzle has it
  const build = builder.build.bind(made);
  builder.build = (table) => {
    const column = build(table);
    storedColumns.push({ ...about, column });
    return column;
  };
  return made;
}

/** The key of a stored picture, which anybody signed in may see. What no row and no trail names is swept. */
export const picture = (audited: string) => registering(text(), { kind: "picture", audited });

/**
 * The id of an uploaded file. Readers of the record may read the file; the column's own table is the record's, or
 * belongs to it by a foreign key that deletes with it.
 */
export const file = (audited: string) => registering(uuid(), { kind: "file", audited });
