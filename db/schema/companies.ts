import { sql } from "drizzle-orm";
import { boolean, check, index, integer, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { countries } from "./content";
import { pers } from "./devices";
import { users } from "./identity";
import { backoffice } from "./pg-schema";

export const companyCategories = backoffice.table("company_categories", {
  id: id(),
  code: text().notNull().unique("company_categories_code"),
  label: text().notNull(),
  /** The ceiling for every role of a company in this category. */
  permissions: text().array().notNull().default([]),
  ...stamps(),
});

export const companies = backoffice.table(
  "companies",
  {
    id: id(),
    name: text().notNull(),
    registerNumber: text().notNull().unique("companies_register_number"),
    email: text(),
    phoneNumber: text(),
    address: text(),
    countryId: uuid().references(() => countries.id),
    companyCategoryId: uuid()
      .notNull()
      .references(() => companyCategories.id),
    erpId: text(),
    status: text({ enum: ["active", "disabled"] })
      .notNull()
      .default("active"),
    ...stamps(),
  },
  (t) => [index("companies_name_search").using("gin", t.name.op("gin_trgm_ops"))],
);

export const companyRoles = backoffice.table(
  "company_roles",
  {
    id: id(),
    title: text().notNull(),
    description: text(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    roleManagerId: uuid(),
    isDefault: boolean().notNull().default(false),
    permissions: text().array().notNull().default([]),
    ...stamps(),
  },
  (t) => [unique("company_roles_title").on(t.companyId, t.title)],
);

export const userCompanies = backoffice.table(
  "user_companies",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    companyRoleId: uuid().references(() => companyRoles.id),
    status: text({ enum: ["invited", "active", "disabled"] })
      .notNull()
      .default("invited"),
    invitationDate: instant(),
    entryDate: instant(),
    ...stamps(),
  },
  (t) => [unique("user_companies_pair").on(t.userId, t.companyId), index("user_companies_company").on(t.companyId)],
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
    status: text({ enum: ["invited", "accepted", "refused"] })
      .notNull()
      .default("invited"),
    ...stamps(),
  },
  (t) => [unique("company_links_triple").on(t.companyId, t.linkedCompanyId, t.kind)],
);

/** linkType 1: the manufacturer that fits the device; 2: the subcontractor that may service it. */
export const companyPersLinks = backoffice.table(
  "company_pers_links",
  {
    id: id(),
    persId: uuid()
      .notNull()
      .references(() => pers.id, { onDelete: "cascade" }),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    linkType: integer().notNull(),
    startDate: instant().notNull(),
    endDate: instant(),
    comment: text(),
    ...stamps(),
  },
  (t) => [
    check("company_pers_links_type", sql`link_type in (1, 2)`),
    check("company_pers_links_dates", sql`end_date is null or end_date >= start_date`),
    uniqueIndex("company_pers_links_open").on(t.persId, t.linkType).where(sql`end_date is null`),
    index("company_pers_links_company").on(t.companyId, t.linkType),
  ],
);
