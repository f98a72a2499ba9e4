import { and, asc, eq } from "drizzle-orm";
import {
  companies,
  companyCategories,
  companyRoles,
  companyRoleTranslations,
  roles,
  userCompanies,
  userRoles,
} from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { isPermission, type Permission, withParts } from "@/server/permissions";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { roleName, roleWords } from "./company-name.service";

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

type Db = Pick<Ctx, "db">;

async function givenTo(ctx: Db, userIds: string[]) {
  const rows = await ctx.db
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
  return rows.map((role) => ({ ...role, permissions: withParts(role.permissions) }));
}

/** Active memberships of active companies, or of one company where one is given; a role that is deactivated does not count. */
const membershipsOf = (ctx: Db, userIds: string[], companyId?: string) =>
  ctx.db
    .select({
      id: userCompanies.id,
      userId: userCompanies.userId,
      company: { id: companies.id, name: companies.name, category: companyCategories.label },
      ceiling: companyCategories.permissions,
      own: { roleId: companyRoles.id, role: companyRoles.title, permissions: companyRoles.permissions },
    })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
    .leftJoin(companyRoles, and(eq(companyRoles.id, userCompanies.companyRoleId), companyRoles.isActivated))
    .where(
      and(
        oneOf(userCompanies.userId, userIds),
        eq(userCompanies.status, "active"),
        eq(companies.status, "active"),
        companyId ? eq(companies.id, companyId) : undefined,
      ),
    )
    .orderBy(asc(companies.name), asc(companies.id));

/** With the roles as the reader's language calls them; the rights of a request need no names, and ask for none. */
async function named(ctx: Db, memberships: Membership[]): Promise<Membership[]> {
  const ids = memberships.flatMap(({ own }) => own?.roleId ?? []);
  if (ids.length === 0) return memberships;
  const rows = await ctx.db
    .select({ id: companyRoles.id, role: roleName })
    .from(companyRoles)
    .leftJoin(companyRoleTranslations, roleWords)
    .where(oneOf(companyRoles.id, ids));
  const names = new Map(rows.map(({ id, role }) => [id, role]));
  return memberships.map((one) =>
    one.own ? { ...one, own: { ...one.own, role: names.get(one.own.roleId) ?? one.own.role } } : one,
  );
}

type Given = Awaited<ReturnType<typeof givenTo>>[number];
type Membership = Awaited<ReturnType<typeof membershipsOf>>[number];

const isOfCompanies = (role: Given) => role.groupCode === "PRO_CENTER";

/**
 * The roles that count in one membership: those of the company and of the Pro Center, within the category's ceiling.
 */
function heldThere({ userId, company, ceiling, own }: Membership, given: Given[]): HeldRole[] {
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
}

/**
 * The roles that count for these users. Those of the Pro Center count in each active membership of an active company,
 * beside the company's own role there, and under the ceiling of its category; all others count everywhere.
 */
export async function heldRolesOf(ctx: Db, userIds: string[]): Promise<HeldRole[]> {
  const given = (await givenTo(ctx, userIds)).map((one) => ({ ...one, role: productName(one.role) }));
  const memberships = await named(ctx, await membershipsOf(ctx, userIds));
  const everywhere = given
    .filter((role) => !isOfCompanies(role) || !memberships.some(({ userId }) => userId === role.userId))
    .map(({ groupCode, ...role }) => ({
      ...role,
      isCompanyRole: false,
      company: null,
      cut: [],
      permissions: groupCode === "PRO_CENTER" ? [] : role.permissions,
    }));
  return [...everywhere, ...memberships.flatMap((membership) => heldThere(membership, given))];
}

/**
 * What a user may do in a company.
 * @param only the one membership that counts, as under switch-to
 * @returns null where they are not an active member of it, or it is not active or does not exist
 */
export async function rightsIn(
  ctx: Db,
  userId: string,
  companyId: string,
  only?: { userCompanyId: string | null },
): Promise<ReadonlySet<Permission> | null> {
  const [membership] = await membershipsOf(ctx, [userId], companyId);
  if (!membership || (only && only.userCompanyId !== membership.id)) return null;
  const held = heldThere(membership, await givenTo(ctx, [userId]));
  return new Set(held.flatMap(({ permissions }) => permissions.filter(isPermission)));
}
