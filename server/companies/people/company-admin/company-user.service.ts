import { eq } from "drizzle-orm";
import { companies, companyRoles, companyRoleTranslations, userCompanies, users } from "@/db/schema";
import { inOrder } from "@/db/schema/text-index";
import { roleName, roleWords } from "@/server/identity/user-role/company-name.service";
import type { Ctx } from "@/server/kit/call/context";
import { contains, equals, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { ListCompanyAdmins, ListCompanyUsers } from "./company-admin.schema";
import { type ShownPerson, shownToStaff, shownToTheirCompany } from "./stranger.service";

const joins = [
  { table: users, on: eq(users.id, userCompanies.userId) },
  { table: companies, on: eq(companies.id, userCompanies.companyId) },
  { table: companyRoles, on: eq(companyRoles.id, userCompanies.companyRoleId) },
];

/** People of companies, as they are shown to staff or to the company's own people. */
function peopleAs<I extends string | null>({ userId, firstName, lastName, phoneNumber, isNamedLike }: ShownPerson<I>) {
  const sort = {
    firstName: inOrder(firstName),
    lastName: inOrder(lastName),
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
    name: isNamedLike,
    email: (value: string) => refersTo(userCompanies.userId, users, contains(users.email)(value)),
    status: equals(userCompanies.status),
  };
  async function load(ctx: Ctx, ids: string[]) {
    const { email } = users;
    const rows = await ctx.db
      .select({
        membership: userCompanies,
        person: { userId, email, firstName, lastName, phoneNumber },
        company: companies,
        role: { id: companyRoles.id, title: companyRoles.title, name: roleName },
      })
      .from(userCompanies)
      .innerJoin(users, eq(users.id, userCompanies.userId))
      .innerJoin(companies, eq(companies.id, userCompanies.companyId))
      .leftJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
      .leftJoin(companyRoleTranslations, roleWords)
      .where(oneOf(userCompanies.id, ids));
    return rows.map(({ membership: { companyId, companyRoleId, ...membership }, person, company, role }) => ({
      ...membership,
      ...person,
      company: { id: company.id, name: company.name },
      companyRole: role,
    }));
  }
  return { table: userCompanies, company: userCompanies.companyId, joins, sort, filters, load };
}

const forStaff = peopleAs(shownToStaff);
const forTheirCompany = peopleAs(shownToTheirCompany);
const roleId = equals(userCompanies.companyRoleId);

/** Everybody who belongs to a company, did so, or is invited (document 4.4). */
export const companyUserService = listService({
  ...forStaff,
  input: ListCompanyUsers,
  filters: { ...forStaff.filters, roleId },
});

/** The same for the company's own people. */
export const companyMemberList = listService({
  ...forTheirCompany,
  input: ListCompanyUsers,
  filters: { ...forTheirCompany.filters, roleId },
});

/** The admins of companies among them, for staff. */
export const companyAdminList = listService({
  ...forStaff,
  scope: () => eq(userCompanies.isAdmin, true),
  input: ListCompanyAdmins,
  filters: {
    ...forStaff.filters,
    company: (value) => refersTo(userCompanies.companyId, companies, contains(companies.name)(value)),
  },
});
