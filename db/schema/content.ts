import { boolean, index, text } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { languages } from "./language";
import { backoffice } from "./pg-schema";
import { textTable } from "./text";
import { translationTable } from "./translation";

export const languageTranslations = translationTable({
  schema: backoffice,
  name: "language_translations",
  parent: () => languages.id,
  fields: { label: text().notNull() },
});

export const countries = backoffice.table(
  "countries",
  {
    id: id(),
    code: text().notNull().unique("countries_code"),
    name: text().notNull(),
    phonePrefix: text().notNull(),
    status: boolean().notNull().default(true),
    ...stamps(),
  },
  (t) => [index("countries_created_at").on(t.createdAt, t.id)],
);

export const countryTranslations = translationTable({
  schema: backoffice,
  name: "country_translations",
  parent: () => countries.id,
  fields: { label: text().notNull() },
});

export const labels = textTable("labels", ["labelInterfacePage"]);

export const labelTranslations = translationTable({
  schema: backoffice,
  name: "label_translations",
  parent: () => labels.id,
  fields: { value: text().notNull() },
  searched: ["value"],
});

export const formattedTexts = textTable("formatted_texts");

export const formattedTextTranslations = translationTable({
  schema: backoffice,
  name: "formatted_text_translations",
  parent: () => formattedTexts.id,
  fields: { value: text().notNull() },
  searched: ["value"],
});

export const messages = textTable("messages");

export const messageTranslations = translationTable({
  schema: backoffice,
  name: "message_translations",
  parent: () => messages.id,
  fields: { value: text().notNull() },
  searched: ["value"],
});
