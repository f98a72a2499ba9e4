import { text, unique, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { companies } from "./companies";
import { languages } from "./language";
import { backoffice } from "./pg-schema";
import { picture } from "./stored-column";
import { translationTable } from "./translation";

/** Everything that is mailed, by its code; seeded. What it may hold, and what of that is secret, is said in code. */
export const mailTemplates = backoffice.table("mail_templates", {
  id: id(),
  code: text().notNull().unique("mail_templates_code"),
  label: text().notNull(),
  /** the names that its texts may hold, such as "link" */
  tokens: text().array().notNull(),
  ...stamps(),
});

export const mailTemplateTranslations = translationTable({
  schema: backoffice,
  name: "mail_template_translations",
  parent: () => mailTemplates.id,
  fields: { subject: text().notNull(), content: text().notNull() },
});

/** A company's own text of a mail, in one language. */
export const companyMailTemplates = backoffice.table(
  "company_mail_templates",
  {
    id: id(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    mailTemplateId: uuid()
      .notNull()
      .references(() => mailTemplates.id),
    languageId: uuid()
      .notNull()
      .references(() => languages.id),
    subject: text().notNull(),
    content: text().notNull(),
    ...stamps(),
  },
  (t) => [unique("company_mail_templates_language").on(t.companyId, t.mailTemplateId, t.languageId)],
);

/** How a company's mails look; Persdesk's own look where it has chosen nothing. */
export const companyMailLooks = backoffice.table("company_mail_looks", {
  id: id(),
  companyId: uuid()
    .notNull()
    .unique("company_mail_looks_company_id")
    .references(() => companies.id),
  /** #rrggbb */
  color: text(),
  logo: picture("company-mail-look"),
  ...stamps(),
});
