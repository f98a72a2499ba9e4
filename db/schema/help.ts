import { sql } from "drizzle-orm";
import { boolean, check, index, integer, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
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
    /** the lowest comes first */
    rank: integer().notNull().default(0),
    ...stamps(),
  },
  (t) => [index("faq_contents_faq").on(t.faqId, t.rank, t.id)],
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

export const helpDeskButtons = backoffice.table(
  "help_desk_buttons",
  {
    id: id(),
    topic: text().notNull(),
    groupName: text().notNull(),
    isActivated: boolean().notNull().default(true),
    /** the name of a picture that the apps have */
    icon: text(),
    link: text(),
    /** the lowest comes first */
    rank: integer().notNull().default(0),
    ...stamps(),
  },
  (t) => [
    check("help_desk_buttons_group", sql`group_name in ('Documentation', 'Contact Partner')`),
    index("help_desk_buttons_created_at").on(t.createdAt, t.id),
    index("help_desk_buttons_rank").on(t.rank, t.id),
  ],
);

export const helpDeskButtonTranslations = translationTable({
  schema: backoffice,
  name: "help_desk_button_translations",
  parent: () => helpDeskButtons.id,
  fields: { label: text().notNull(), link: text() },
});

export const mostFrequentQuestions = backoffice.table(
  "most_frequent_questions",
  {
    id: id(),
    name: text().notNull(),
    /** 0 off, 1 on */
    idStatus: integer().notNull().default(1),
    /** the lowest comes first */
    rank: integer().notNull().default(0),
    ...stamps(),
  },
  (t) => [
    check("most_frequent_questions_status", sql`id_status in (0, 1)`),
    index("most_frequent_questions_created_at").on(t.createdAt, t.id),
    index("most_frequent_questions_rank").on(t.rank, t.id),
  ],
);

export const mostFrequentQuestionTranslations = translationTable({
  schema: backoffice,
  name: "most_frequent_question_translations",
  parent: () => mostFrequentQuestions.id,
  fields: {
    title: text().notNull(),
    /** clean HTML */
    content: text().notNull(),
  },
});

export const privacyPolicies = backoffice.table(
  "privacy_policies",
  {
    id: id(),
    /** 1, 2, …; on the wire it is `version`, which here is the row's own */
    number: integer().notNull().unique("privacy_policies_number"),
    /** what is published is never changed; null is the draft */
    publishedAt: instant(),
    ...stamps(),
  },
  (t) => [
    index("privacy_policies_created_at").on(t.createdAt, t.id),
    uniqueIndex("privacy_policies_one_draft").on(sql`(published_at is null)`).where(sql`published_at is null`),
  ],
);

export const privacyPolicyTranslations = translationTable({
  schema: backoffice,
  name: "privacy_policy_translations",
  parent: () => privacyPolicies.id,
  fields: {
    title: text().notNull(),
    /** clean HTML */
    content: text().notNull(),
  },
});
