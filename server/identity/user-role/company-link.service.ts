import { asc, eq } from "drizzle-orm";
import { companies, companyCategories, companyRoles, companyRoleTranslations, userCompanies } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { isForVerified } from "@/server/permissions";
import { roleName, roleWords } from "./company-name.service";
import { heldRolesOf } from "./held-role.service";

/** The companies that a user belongs to, with the role in each and what it may. */
export async function companyLinksOf(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select({
      membership: userCompanies,
      company: companies,
      category: companyCategories,
      role: { id: companyRoles.id, title: companyRoles.title, name: roleName },
    })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
    .leftJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
    .leftJoin(companyRoleTranslations, roleWords)
    .where(eq(userCompanies.userId, userId))
    .orderBy(asc(companies.name), asc(companies.id));
  const held = await heldRolesOf(ctx, [userId]);
  const rightsIn = ({ id, isVerified }: { id: string; isVerified: boolean }) =>
    held
      .flatMap((one) => (one.company?.id === id ? one.permissions : []))
      .filter((code) => isVerified || !isForVerified(code));
  return rows.map(({ membership, company, category, role }) => ({
    userCompanyId: membership.id,
    companyId: company.id,
    name: company.name,
    registerNumber: company.registerNumber,
    companyCategoryCode: category.code,
    isVerified: company.isVerified,
    status: membership.status,
    invitationDate: membership.invitationDate,
    entryDate: membership.entryDate,
    role,
    permissions: [...new Set(rightsIn(company))].sort(),
  }));
}
