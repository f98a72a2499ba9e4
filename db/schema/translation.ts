import { sql } from "drizzle-orm";
import { type AnyPgColumn, index, type PgColumnBuilderBase, unique, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { languages } from "./language";
import { backoffice } from "./pg-schema";

/**
 * `<parent>_translations`: one row a parent and language, gone with its parent.
 * @param name the table's name, such as "country_translations"
 * @param parent the parent's id column
 * @param fields what is translated
 * @param searched fields that a text search looks into
 */
export function translationTable<F extends Record<string, PgColumnBuilderBase>>(
  name: string,
  parent: () => AnyPgColumn,
  fields: F,
  searched: (keyof F & string)[] = [],
) {
  return backoffice.table(
    name,
    {
      id: id(),
      parentId: uuid().notNull().references(parent, { onDelete: "cascade" }),
      languageId: uuid()
        .notNull()
        .references(() => languages.id),
      ...fields,
      ...stamps(),
    },
    (t) => [
      unique(`${name}_language`).on(t.parentId, t.languageId),
      ...searched.map((field) => {
        const column = (t as unknown as Record<string, AnyPgColumn>)[field]; // `fields` are columns of this very table
        if (!column) throw new Error(`${name} has no ${field}`);
        return index(`${name}_${field}_search`).using("gin", sql`${column} gin_trgm_ops`);
      }),
    ],
  );
}
