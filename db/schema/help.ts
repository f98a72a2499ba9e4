import { sql } from "drizzle-orm";
import { boolean, check, index, integer, text, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { backoffice } from "./pg-schema";
import { file } from "./stored-column";
import { translationTable } from "./translation";

export const faqs = backoffice.table(
  "faqs",
  {
    id: id(),
    name: text().notNull(),
    topic: text().notNull(),
    /** the lowest comes first */
    rank: integer().notNull().default(0),
    ...stamps(),
  },
  (t) => [index("faqs_created_at").on(t.createdAt, t.id), index("faqs_rank").on(t.rank, t.id)],
);

export const faqContents = backoffice.table(
  "faq_contents",
  {
    id: id(),
    faqId: uuid()
      .notNull()
      .references(() => faqs.id, { onDelete: "cascade" }),
    ...stamps(),
  },
  (t) => [index("faq_contents_faq").on(t.faqId, t.id)],
);

export const faqContentTranslations = translationTable({
  schema: backoffice,
  name: "faq_content_translations",
  parent: () => faqContents.id,
  fields: {
    question: text().notNull(),
    /** clean HTML */
    answer: text().notNull(),
  },
});

export const documentations = backoffice.table(
  "documentations",
  {
    id: id(),
    name: text().notNull(),
    isActivated: boolean().notNull().default(true),
    ...stamps(),
  },
  (t) => [index("documentations_created_at").on(t.createdAt, t.id)],
);

/** An address or a file, or neither. */
const onePlace = sql`num_nonnulls(url, file_id) <= 1`;

/** A document, or what its translations have in common. */
export const documentationContents = backoffice.table(
  "documentation_contents",
  {
    id: id(),
    documentationId: uuid()
      .notNull()
      .references(() => documentations.id, { onDelete: "cascade" }),
    url: text(),
    fileId: file("documentation"),
    ...stamps(),
  },
  (t) => [
    index("documentation_contents_documentation").on(t.documentationId, t.id),
    index("documentation_contents_file").on(t.fileId),
    check("documentation_contents_place", onePlace),
  ],
);

export const documentationContentTranslations = translationTable({
  schema: backoffice,
  name: "documentation_content_translations",
  parent: () => documentationContents.id,
  fields: { title: text().notNull(), url: text(), fileId: file("documentation") },
  checks: { place: onePlace },
});
