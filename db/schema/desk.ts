import { index, integer, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { languages } from "./language";
import { backoffice } from "./pg-schema";

/** A warning of the translation desk that somebody looked at and put aside, for one text in one language. */
export const deskDismissals = backoffice.table(
  "desk_dismissals",
  {
    id: id(),
    /** the resource, as the audit trail calls it, and what of it has the text */
    resource: text().notNull(),
    textId: uuid().notNull(),
    languageId: uuid()
      .notNull()
      .references(() => languages.id),
    /** such as "tokens" */
    warning: text().notNull(),
    reason: text().notNull(),
    ...stamps(),
  },
  (t) => [
    unique("desk_dismissals_one").on(t.resource, t.textId, t.languageId, t.warning),
    index("desk_dismissals_language").on(t.languageId),
  ],
);

/**
 * How many texts and translations each table has, as differences to be added up: triggers write them, so that nobody counts
 * and no two writers wait for each other (ADR 68).
 */
export const textCounts = backoffice.table(
  "text_counts",
  {
    id: uuid().primaryKey().defaultRandom(),
    tableName: text().notNull(),
    /** of translations; null for the texts themselves */
    languageId: uuid(),
    delta: integer().notNull(),
  },
  (t) => [index("text_counts_table").on(t.tableName)],
);
