import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { companies } from "./companies";
import { companyTeams } from "./company-team";
import { users } from "./identity";
import { backoffice } from "./pg-schema";
import { translationTable } from "./translation";

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
    // Made when somebody with the one role created the other: it falls when the other is raised beyond the one.
    byCreation: boolean().notNull().default(false),
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
