import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { companyTeams } from "./company-team";
import { countries } from "./content";
import { pers } from "./devices";
import { users } from "./identity";
import { backoffice } from "./pg-schema";
import { searchIndex, sortIndex } from "./text-index";
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
    sortIndex("companies_name_sort", t.name, t.id),
    uniqueIndex("companies_register_key").on(t.registerKey).where(sql`not is_duplicate`),
    index("companies_same_register_key").on(t.registerKey).where(sql`is_duplicate`),
    index("companies_queue").on(t.createdAt, t.id).where(sql`closed_as is null and (not is_verified or is_duplicate)`),
    index("companies_category").on(t.companyCategoryId),
    index("companies_created_by").on(t.createdByCompanyId).where(sql`created_by_company_id is not null`),
  ],
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
    /** what somebody who is invited without a role gets */
    isDefault: boolean().notNull().default(false),
    /** a role that is not gives no rights, and nobody gets it */
    isActivated: boolean().notNull().default(true),
    /** as they were given; what the category's ceiling does not hold gives no right */
    permissions: text().array().notNull().default([]),
    ...stamps(),
  },
  (t) => [
    unique("company_roles_title").on(t.companyId, t.title),
    uniqueIndex("company_roles_one_default").on(t.companyId).where(sql`is_default`),
    foreignKey({ columns: [t.roleManagerId], foreignColumns: [t.id] }),
    index("company_roles_manager").on(t.roleManagerId),
  ],
);

export const companyRoleTranslations = translationTable({
  schema: backoffice,
  name: "company_role_translations",
  parent: () => companyRoles.id,
  fields: { title: text().notNull(), description: text() },
});

/** Which role of a company may grant which. */
export const companyRoleAllowManage = backoffice.table(
  "company_role_allow_manage",
  {
    id: id(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    roleManagerId: uuid()
      .notNull()
      .references(() => companyRoles.id, { onDelete: "cascade" }),
    roleId: uuid()
      .notNull()
      .references(() => companyRoles.id, { onDelete: "cascade" }),
    allowed: boolean().notNull(),
    ...stamps(),
  },
  (t) => [
    unique("company_role_allow_manage_pair").on(t.roleManagerId, t.roleId),
    index("company_role_allow_manage_company").on(t.companyId),
    index("company_role_allow_manage_role").on(t.roleId),
  ],
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
    /** one of the people who look after the company's own affairs */
    isAdmin: boolean().notNull().default(false),
    /** what the company wrote of whom it invited: all that it sees of them until they accept */
    invitedFirstName: text(),
    invitedLastName: text(),
    invitedPhoneNumber: text(),
    /** of a pilot: people who ride for the company, in one of its teams */
    companyTeamId: uuid().references(() => companyTeams.id),
    status: text({ enum: ["invited", "active", "disabled"] })
      .notNull()
      .default("invited"),
    invitationDate: instant(),
    entryDate: instant(),
    ...stamps(),
  },
  (t) => [
    unique("user_companies_pair").on(t.userId, t.companyId),
    index("user_companies_company").on(t.companyId),
    index("user_companies_role").on(t.companyRoleId),
    index("user_companies_team").on(t.companyTeamId, t.createdAt, t.id),
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

/**
 * linkType 1: the manufacturer that fits the device; 2: the subcontractor that may service it. A period is
 * [startDate, endDate); periods of one PERS and type that overlap are refused by an exclusion constraint, which a
 * migration of its own adds.
 */
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
    /** the company that handed the device over; none where staff did */
    grantedByCompanyId: uuid().references(() => companies.id),
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
    index("company_pers_links_company").on(t.companyId, t.linkType, t.id),
    index("company_pers_links_start").on(t.companyId, t.startDate, t.id),
    index("company_pers_links_end").on(t.companyId, t.endDate, t.id),
    index("company_pers_links_granted_by").on(t.grantedByCompanyId).where(sql`granted_by_company_id is not null`),
    index("company_pers_links_newest").on(t.companyId, t.createdAt, t.id),
    index("company_pers_links_open_of_company").on(t.companyId, t.persId).where(sql`end_date is null`),
  ],
);
