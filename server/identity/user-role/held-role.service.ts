import { and, asc, eq } from "drizzle-orm";
import { companies, companyCategories, companyRoles, roles, userCompanies, userRoles } from "@/db/schema";
import type { Ctx } from "@/server/kit/context";
import { oneOf } from "@/server/kit/list";

/** A role that somebody holds, once for each company that it counts in; `cut` are rights of it that the ceiling takes away. */
export interface HeldRole {
  userId: string;
  roleId: string;
  role: string;
  /** a role that the company made, not one of the product */
  isCompanyRole: boolean;
  company: { id: string; name: string; category: string } | null;
  permissions: string[];
  cut: string[];
}

const givenTo = (ctx: Ctx, userIds: string[]) =>
  ctx.db
    .select({
      userId: userRoles.userId,
      roleId: roles.id,
      role: roles.name,
      groupCode: roles.groupCode,
      permissions: roles.permissions,
    })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(oneOf(userRoles.userId, userIds))
    .orderBy(asc(roles.name), asc(roles.id));

const membershipsOf = (ctx: Ctx, userIds: string[]) =>
  ctx.db
    .select({
      userId: userCompanies.userId,
      company: { id: companies.id, name: companies.name, category: companyCategories.label },
      ceiling: companyCategories.permissions,
      own: { roleId: companyRoles.id, role: companyRoles.title, permissions: companyRoles.permissions },
    })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
    .leftJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
    .where(
      and(oneOf(userCompanies.userId, userIds), eq(userCompanies.status, "active"), eq(companies.status, "active")),
    )
    .orderBy(asc(companies.name), asc(companies.id));

/**
 * The roles that count for these users. Those of the Pro Center count in each active membership of an active company,
 * beside the company's own role there, and under the ceiling of its category; all others count everywhere.
 */
export async function heldRolesOf(ctx: Ctx, userIds: string[]): Promise<HeldRole[]> {
  const given = await givenTo(ctx, userIds);
  const memberships = await membershipsOf(ctx, userIds);
  const isOfCompanies = (role: (typeof given)[number]) => role.groupCode === "PRO_CENTER";
  const everywhere = given
    .filter((role) => !isOfCompanies(role) || !memberships.some(({ userId }) => userId === role.userId))
    .map(({ groupCode, ...role }) => ({
      ...role,
      isCompanyRole: false,
      company: null,
      cut: [],
      permissions: groupCode === "PRO_CENTER" ? [] : role.permissions,
    }));
  const inCompanies = memberships.flatMap(({ userId, company, ceiling, own }) => {
    const there = given.filter((role) => role.userId === userId && isOfCompanies(role));
    return [
      ...(own ? [{ ...own, isCompanyRole: true }] : []),
      ...there.map(({ roleId, role, permissions }) => ({ roleId, role, permissions, isCompanyRole: false })),
    ].map(({ permissions, ...role }) => ({
      ...role,
      userId,
      company,
      permissions: permissions.filter((code) => ceiling.includes(code)),
      cut: permissions.filter((code) => !ceiling.includes(code)),
    }));
  });
  return [...everywhere, ...inCompanies];
}

/** What a user may do in a company; nothing where they are no active member of it. */
export async function rightsIn(ctx: Ctx, userId: string, companyId: string): Promise<string[]> {
  const held = await heldRolesOf(ctx, [userId]);
  return [...new Set(held.flatMap((role) => (role.company?.id === companyId ? role.permissions : [])))].sort();
}
