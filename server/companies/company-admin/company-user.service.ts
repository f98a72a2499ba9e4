import { eq } from "drizzle-orm";
import { companies, companyRoles, userCompanies, users } from "@/db/schema";
import type { Ctx } from "@/server/kit/context";
import { contains, containsAny, equals, oneOf, refersTo } from "@/server/kit/list-filters";
import { listService } from "@/server/kit/list-service";
import { ListCompanyAdmins, ListCompanyUsers } from "./company-admin.schema";

const joins = [
  { table: users, on: eq(users.id, userCompanies.userId) },
  { table: companies, on: eq(companies.id, userCompanies.companyId) },
  { table: companyRoles, on: eq(companyRoles.id, userCompanies.companyRoleId) },
];
const sort = {
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  company: companies.name,
  companyRole: companyRoles.title,
  status: userCompanies.status,
  invitationDate: userCompanies.invitationDate,
  entryDate: userCompanies.entryDate,
  createdAt: userCompanies.createdAt,
  updatedAt: userCompanies.updatedAt,
};
const filters = {
  name: (value: string) => refersTo(userCompanies.userId, users, containsAny(users.firstName, users.lastName)(value)),
  email: (value: string) => refersTo(userCompanies.userId, users, contains(users.email)(value)),
  status: equals(userCompanies.status),
};

async function load(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db
    .select({ membership: userCompanies, user: users, company: companies, role: companyRoles })
    .from(userCompanies)
    .innerJoin(users, eq(users.id, userCompanies.userId))
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .leftJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
    .where(oneOf(userCompanies.id, ids));
  return rows.map(({ membership: { companyId, companyRoleId, ...membership }, user, company, role }) => ({
    ...membership,
    company: { id: company.id, name: company.name },
    companyRole: role && { id: role.id, title: role.title },
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phoneNumber: user.phoneNumber,
  }));
}

const of = { table: userCompanies, company: userCompanies.companyId, joins, sort, load };

/** Everybody who belongs to a company, did so, or is invited (document 4.4). */
export const companyUserService = listService({
  ...of,
  input: ListCompanyUsers,
  filters: { ...filters, roleId: equals(userCompanies.companyRoleId) },
});

/** The admins of companies among them. */
export const companyAdminList = listService({
  ...of,
  scope: () => eq(userCompanies.isAdmin, true),
  input: ListCompanyAdmins,
  filters: {
    ...filters,
    company: (value) => refersTo(userCompanies.companyId, companies, contains(companies.name)(value)),
  },
});
