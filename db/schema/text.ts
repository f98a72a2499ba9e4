import { toSnakeCase } from "drizzle-orm/casing";
import { type AnyPgColumn, index, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { modules } from "./module";
import { backoffice } from "./pg-schema";
import { searchIndex, sortIndex } from "./text-index";

/**
 * A table of texts: each has a name of its own in its module. Their values stand in a `translationTable` with the field
 * `value`.
 * @param name the table's name, such as "labels"
 * @param own columns of text that these texts have and others do not
 */
export function textTable<K extends string = never>(name: string, own: readonly K[] = []) {
  const searched = ["name", "description", ...own];
  return backoffice.table(
    name,
    {
      id: id(),
      name: text().notNull(),
      moduleId: uuid()
        .notNull()
        .references(() => modules.id),
      ...(Object.fromEntries(own.map((key) => [key, text()])) as Record<K, ReturnType<typeof text>>), // one for each
      description: text(),
      ...stamps(),
    },
    (t) => [
      unique(`${name}_name`).on(t.moduleId, t.name),
      index(`${name}_created_at`).on(t.createdAt, t.id),
      sortIndex(`${name}_name_sort`, t.name, t.id),
      ...searched.map((key) => {
        const column = (t as Record<string, AnyPgColumn>)[key]; // the columns above
        if (!column) throw new Error(`${name} has no ${key}`);
        return searchIndex(`${name}_${toSnakeCase(key)}_search`, column);
      }),
    ],
  );
}
