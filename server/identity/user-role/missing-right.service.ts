import { and, asc, eq } from "drizzle-orm";
import { companyRoles, roles, type users } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { type Permission, permissionCatalogue, permissionCodes } from "@/server/permissions";
import { t } from "@/texts/t";
import { allMembershipsOf } from "./user-membership.service";
import { groupOf } from "./user-role.rules";

interface Held {
  permission: string;
  company: { id: string } | null;
}

type Reason = "no-role" | "ceiling" | "invited" | "membership-ended" | "company-disabled" | "no-company";
type Db = Pick<Ctx, "db">;

type Membership = Awaited<ReturnType<typeof allMembershipsOf>>[number];

/** Why a right is missing in a membership, the gravest reason first. */
function reasonIn({ status, companyStatus, ceiling }: Membership, code: Permission): Reason {
  if (companyStatus !== "active") return "company-disabled";
  if (status === "invited") return "invited";
  if (status === "disabled") return "membership-ended";
  return ceiling.includes(code) ? "no-role" : "ceiling";
}

/** The roles that somebody of this group, or of these companies, could be given. */
async function rolesFor(ctx: Db, groupCode: string, companyIds: string[]) {
  const [general, own] = await Promise.all([
    ctx.db
      .select({ roleId: roles.id, role: roles.name, permissions: roles.permissions })
      .from(roles)
      .where(eq(roles.groupCode, groupCode))
      .orderBy(asc(roles.name), asc(roles.id)),
    ctx.db
      .select({
        roleId: companyRoles.id,
        role: companyRoles.title,
        permissions: companyRoles.permissions,
        companyId: companyRoles.companyId,
      })
      .from(companyRoles)
      .where(and(oneOf(companyRoles.companyId, companyIds), companyRoles.isActivated))
      .orderBy(asc(companyRoles.title), asc(companyRoles.id)),
  ]);
  return (code: Permission, companyId: string | undefined) => [
    ...own
      .filter((role) => role.companyId === companyId && role.permissions.includes(code))
      .map(({ roleId, role }) => ({ roleId, role, isCompanyRole: true })),
    ...general
      .filter(({ permissions }) => permissions.includes(code))
      .map(({ roleId, role }) => ({ roleId, role, isCompanyRole: false })),
  ];
}

/**
 * The rights that people of this kind can have and this one has not: of staff those of the backoffice, of people of
 * companies those of the Pro Center in each of their companies. Each with the reason, and with the roles that hold it.
 */
export async function missingOf(ctx: Db, { id, type }: Pick<typeof users.$inferSelect, "id" | "type">, held: Held[]) {
  const group = groupOf[type];
  const codes = permissionCodes.filter((code) => permissionCatalogue[code].group === group);
  const memberships = group === "PRO_CENTER" ? await allMembershipsOf(ctx, id) : [];
  const heldBy = await rolesFor(
    ctx,
    group,
    memberships.map(({ company }) => company.id),
  );
  const missing = (code: Permission, reason: Reason, membership?: Membership) => ({
    permission: code,
    label: t(permissionCatalogue[code].label),
    module: permissionCatalogue[code].module,
    company: membership?.company ?? null,
    reason,
    category: reason === "ceiling" && membership ? membership.category : null,
    heldBy: reason === "no-role" ? heldBy(code, membership?.company.id) : [],
  });
  const lacks = (code: Permission, companyId: string | undefined) =>
    !held.some(({ permission, company }) => permission === code && company?.id === companyId);
  if (group === "PRO_CENTER" && memberships.length === 0) return codes.map((code) => missing(code, "no-company"));
  if (group !== "PRO_CENTER")
    return codes.filter((code) => lacks(code, undefined)).map((code) => missing(code, "no-role"));
  return memberships.flatMap((membership) =>
    codes
      .filter((code) => lacks(code, membership.company.id))
      .map((code) => missing(code, reasonIn(membership, code), membership)),
  );
}
