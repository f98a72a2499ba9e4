import { boolean, index, integer, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { users } from "./identity";
import { languages } from "./language";
import { backoffice } from "./pg-schema";
import { searchIndex, sortIndex } from "./text-index";
import { translationTable } from "./translation";

/** A text in one language: the resource, as the audit trail calls it, and what of it has the text. */
const cell = () => ({
  resource: text().notNull(),
  textId: uuid().notNull(),
  languageId: uuid()
    .notNull()
    .references(() => languages.id),
});

/** A warning of the translation desk that somebody looked at and put aside, for one text in one language. */
export const deskDismissals = backoffice.table(
  "desk_dismissals",
  {
    id: id(),
    ...cell(),
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

/**
 * What leaves a translation in need of a review beside a changed source, found when it was written (ADR 129). It is kept
 * where a text is removed, so that the text has it again where that is undone.
 */
export const deskFindings = backoffice.table(
  "desk_findings",
  {
    id: id(),
    ...cell(),
    /** tokens, forms, or machine */
    finding: text().notNull(),
    ...stamps(),
  },
  (t) => [
    unique("desk_findings_one").on(t.resource, t.textId, t.languageId, t.finding),
    index("desk_findings_language").on(t.languageId, t.resource, t.textId),
  ],
);

/** When all texts of a resource were last compared with their sources, by a routine. */
export const deskChecks = backoffice.table("desk_checks", {
  id: id(),
  resource: text().notNull().unique("desk_checks_resource"),
  ...stamps(),
});

/** What people say of a text in one language. */
export const deskComments = backoffice.table(
  "desk_comments",
  {
    id: id(),
    ...cell(),
    content: text().notNull(),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    ...stamps(),
  },
  (t) => [
    index("desk_comments_text").on(t.resource, t.textId, t.languageId, t.id),
    index("desk_comments_language").on(t.languageId),
    index("desk_comments_author").on(t.authorId),
  ],
);

/** Who is to translate or review a text in one language. */
export const deskAssignments = backoffice.table(
  "desk_assignments",
  {
    id: id(),
    ...cell(),
    assigneeId: uuid()
      .notNull()
      .references(() => users.id),
    ...stamps(),
  },
  (t) => [
    unique("desk_assignments_one").on(t.resource, t.textId, t.languageId),
    index("desk_assignments_language").on(t.languageId),
    index("desk_assignments_assignee").on(t.assigneeId),
  ],
);

/** A word of the trade, and how it is translated. */
export const glossaryTerms = backoffice.table(
  "glossary_terms",
  {
    id: id(),
    term: text().notNull().unique("glossary_terms_term"),
    /** what people should know of it */
    note: text(),
    /** it stays as it is in every language, such as the name of a product */
    isKept: boolean().notNull().default(false),
    ...stamps(),
  },
  (t) => [
    index("glossary_terms_created_at").on(t.createdAt, t.id),
    sortIndex("glossary_terms_term_sort", t.term, t.id),
    searchIndex("glossary_terms_term_search", t.term),
    searchIndex("glossary_terms_note_search", t.note),
  ],
);

export const glossaryTermTranslations = translationTable({
  schema: backoffice,
  name: "glossary_term_translations",
  parent: () => glossaryTerms.id,
  fields: { translation: text().notNull() },
});
