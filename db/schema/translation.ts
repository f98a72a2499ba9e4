import { type AnyPgColumn, type PgColumnBuilderBase, unique, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { languages } from "./language";
import { backoffice } from "./pg-schema";

/**
 * `<parent>_translations`: one row a parent and language, gone with its parent.
 * @param name the table's name, such as "country_translations"
 * @param parent the parent's id column
 * @param fields what is translated
 */
export function translationTable<F extends Record<string, PgColumnBuilderBase>>(
  name: string,
  parent: () => AnyPgColumn,
  fields: F,
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
    (t) => [unique(`${name}_language`).on(t.parentId, t.languageId)],
  );
}
