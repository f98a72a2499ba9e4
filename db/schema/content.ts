import { boolean, index, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { languages } from "./language";
import { backoffice } from "./pg-schema";
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

/** The parts of the product that own texts and permissions; seeded, never edited. */
export const modules = backoffice.table("modules", {
  id: id(),
  code: text().notNull().unique("modules_code"),
  label: text().notNull(),
  ...stamps(),
});

export const labels = backoffice.table(
  "labels",
  {
    id: id(),
    name: text().notNull(),
    moduleId: uuid()
      .notNull()
      .references(() => modules.id),
    labelInterfacePage: text(),
    description: text(),
    ...stamps(),
  },
  (t) => [
    unique("labels_name").on(t.moduleId, t.name),
    index("labels_created_at").on(t.createdAt, t.id),
    index("labels_name_sort").on(t.name, t.id),
    index("labels_name_search").using("gin", t.name.op("gin_trgm_ops")),
    index("labels_description_search").using("gin", t.description.op("gin_trgm_ops")),
    index("labels_page_search").using("gin", t.labelInterfacePage.op("gin_trgm_ops")),
  ],
);

export const labelTranslations = translationTable({
  schema: backoffice,
  name: "label_translations",
  parent: () => labels.id,
  fields: { value: text().notNull() },
  searched: ["value"],
});
