import { and, asc, eq } from "drizzle-orm";
import { companies, companyCategories, companyRoles, roles, userCompanies, userRoles } from "@/db/schema";
import type { Ctx } from "@/server/kit/context";
import { oneOf } from "@/server/kit/list";

/** A role that somebody holds, in a company where it is a company's; `cut` are rights of it that the ceiling takes away. */
export interface HeldRole {
  userId: string;
  roleId: string;
  role: string;
  company: { id: string; name: string; category: string } | null;
  permissions: string[];
  cut: string[];
}

/** The roles that count for these users: those given to them, and that of each active membership of an active company. */
export async function heldRolesOf(ctx: Ctx, userIds: string[]): Promise<HeldRole[]> {
  const own = await ctx.db
    .select({ userId: userRoles.userId, roleId: roles.id, role: roles.name, permissions: roles.permissions })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(oneOf(userRoles.userId, userIds))
    .orderBy(asc(roles.name), asc(roles.id));
  const active = and(eq(userCompanies.status, "active"), eq(companies.status, "active"));
  const inCompanies = await ctx.db
    .select({
      ...{ userId: userCompanies.userId, roleId: companyRoles.id, role: companyRoles.title },
      company: { id: companies.id, name: companies.name, category: companyCategories.label },
      ...{ held: companyRoles.permissions, ceiling: companyCategories.permissions },
    })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
    .innerJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
    .where(and(oneOf(userCompanies.userId, userIds), active))
    .orderBy(asc(companies.name), asc(companies.id));
  return [
    ...own.map((row) => ({ ...row, company: null, cut: [] })),
    ...inCompanies.map(({ held, ceiling, ...row }) => ({
      ...row,
      permissions: held.filter((code) => ceiling.includes(code)),
      cut: held.filter((code) => !ceiling.includes(code)),
    })),
  ];
}
