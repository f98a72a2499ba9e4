import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  jsonb,
  type PgColumnBuilderBase,
  type PgSchema,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { languages } from "./language";
import { backoffice } from "./pg-schema";
import { searchIndex } from "./text-index";

interface TranslationTable<S extends string, F> {
  /** where the parent lives; outside of `backoffice` a language is a plain id, for no foreign key crosses the line */
  schema: PgSchema<S>;
  /** the table's name, such as "country_translations" */
  name: string;
  /** the parent's id column */
  parent: () => AnyPgColumn;
  /** what is translated */
  fields: F;
  /** fields that a text search looks into */
  searched?: (keyof F & string)[];
  /** what holds in each row, by the end of the constraint's name */
  checks?: Record<string, SQL>;
}

/** `<parent>_translations`: one row a parent and language, gone with its parent. */
export function translationTable<S extends string, F extends Record<string, PgColumnBuilderBase>>(
  of: TranslationTable<S, F>,
) {
  const { schema, name, parent, fields, searched = [], checks = {} } = of;
  return schema.table(
    name,
    {
      id: id(),
      parentId: uuid().notNull().references(parent, { onDelete: "cascade" }),
      languageId: uuid().notNull(),
      ...fields,
      /** the texts of the default language when this was last right; a trigger sets it where those change (ADR 52) */
      outdatedFrom: jsonb().$type<Record<string, string>>(),
      ...stamps(),
    },
    (t) => [
      unique(`${name}_language`).on(t.parentId, t.languageId),
      index(`${name}_outdated`).on(t.languageId, t.parentId).where(sql`outdated_from is not null`),
      ...(schema.schemaName === backoffice.schemaName
        ? [foreignKey({ columns: [t.languageId], foreignColumns: [languages.id] })]
        : []),
      ...Object.entries(checks).map(([end, holds]) => check(`${name}_${end}`, holds)),
      ...searched.map((field) => {
        const column = (t as Record<string, AnyPgColumn>)[field]; // `fields` are columns of this table
        if (!column) throw new Error(`${name} has no ${field}`);
        return searchIndex(`${name}_${field}_search`, column);
      }),
    ],
  );
}
