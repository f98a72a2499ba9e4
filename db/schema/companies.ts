import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { countries } from "./content";
import { backoffice } from "./pg-schema";
import { phoneIndex, searchIndex, sortIndex } from "./text-index";
import { translationTable } from "./translation";

export const companyCategories = backoffice.table("company_categories", {
  id: id(),
  code: text().notNull().unique("company_categories_code"),
  label: text().notNull(),
  /** The ceiling for every role of a company in this category. */
  permissions: text().array().notNull().default([]),
  ...stamps(),
});

export const companyCategoryTranslations = translationTable({
  schema: backoffice,
  name: "company_category_translations",
  parent: () => companyCategories.id,
  fields: { label: text().notNull() },
});

// As `registerKeyOf` in register-number.rules.ts says it. Nothing of it depends on the language of the database.
const registerKey = String.raw`case when closed_as is null then upper(regexp_replace(normalize(register_number, NFKD),
  '[\u0009-\u000D\u0020\u1680\u2028\u2029.\u002D\u00AD\u0300-\u036F\u200B-\u2015\u2060\u2212\uFEFF]', '', 'g') collate "C") end`;

export const companies = backoffice.table(
  "companies",
  {
    id: id(),
    name: text().notNull(),
    registerNumber: text().notNull(),
    /** the register number as companies are told apart by it (`registerKeyOf`); null where the number is free again */
    registerKey: text().generatedAlwaysAs(sql.raw(registerKey)),
    email: text(),
    phoneNumber: text(),
    address: text(),
    countryId: uuid().references(() => countries.id),
    companyCategoryId: uuid()
      .notNull()
      .references(() => companyCategories.id),
    erpId: text(),
    /** pending: another company made it by an invitation, and nobody has entered it yet */
    status: text({ enum: ["pending", "active", "disabled"] })
      .notNull()
      .default("active"),
    /** whether staff know it: not so for one that another company made, until they say so */
    isVerified: boolean().notNull().default(true),
    /** whether another company without this mark has the same register number; staff merge or refuse it */
    isDuplicate: boolean().notNull().default(false),
    /** how staff closed it for good; its register number is free for another company */
    closedAs: text({ enum: ["merged", "refused"] }),
    /** the company that invited it as its partner before anybody else knew it; none for all others */
    createdByCompanyId: uuid(),
    /** how many partners that never accepted it may have, where staff allow it another number than all others */
    maxUnaccepted: integer(),
    ...stamps(),
  },
  (t) => [
    foreignKey({ columns: [t.createdByCompanyId], foreignColumns: [t.id] }),
    searchIndex("companies_name_search", t.name),
    phoneIndex("companies_phone_search", t.phoneNumber),
    sortIndex("companies_name_sort", t.name, t.id),
    uniqueIndex("companies_register_key").on(t.registerKey).where(sql`not is_duplicate`),
    index("companies_same_register_key").on(t.registerKey).where(sql`is_duplicate`),
    index("companies_queue").on(t.createdAt, t.id).where(sql`closed_as is null and (not is_verified or is_duplicate)`),
    index("companies_category").on(t.companyCategoryId),
    index("companies_created_by").on(t.createdByCompanyId).where(sql`created_by_company_id is not null`),
  ],
);

/** A dealer or subcontractor of a company. */
export const companyLinks = backoffice.table(
  "company_links",
  {
    id: id(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    linkedCompanyId: uuid()
      .notNull()
      .references(() => companies.id),
    kind: text({ enum: ["dealer", "subcontractor"] }).notNull(),
    /** to_confirm: accepted under another address than the one invited, which the company that invited has to confirm */
    status: text({ enum: ["invited", "to_confirm", "accepted", "refused", "ended"] })
      .notNull()
      .default("invited"),
    /** what the company called its partner when it invited it: all that it sees until that one accepts */
    name: text().notNull(),
    /** its register number as the company wrote it, which it sees until then too */
    registerNumber: text(),
    email: text(),
    /** when somebody accepted the present invitation, and under which address */
    acceptedAt: instant(),
    acceptedEmail: text(),
    /** when the invitation was sent; none while it waits for staff */
    invitationDate: instant(),
    ...stamps(),
  },
  (t) => [
    unique("company_links_triple").on(t.companyId, t.linkedCompanyId, t.kind),
    index("company_links_linked").on(t.linkedCompanyId, t.status),
    index("company_links_unaccepted").on(t.companyId).where(sql`accepted_at is null`),
    index("company_links_newest").on(t.companyId, t.kind, t.createdAt, t.id),
  ],
);
