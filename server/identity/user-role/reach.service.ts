import { and, asc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import { companyRoles, invitations, roleAllowManage, roles, userCompanies, userRoles } from "@/db/schema";
import { type Actor, type Ctx, type KnownCtx, lockName } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import { t } from "@/texts/t";
import { holdsEverything } from "../catalogue/permission.rules";
import { beyond, beyondHere, groupOf } from "./user-role.rules";

interface Reached {
  id: string;
  name: string;
  permissions: string[];
}

/** A lock that lets one change of roles and grants run at a time; take it before any row is locked. */
export const lockGrants = (ctx: Ctx) => lockName(ctx, "allow-manage");

/** Roles that any role of the caller may grant (the allow-manage matrix). */
export async function manageableBy(ctx: Ctx, actor: Actor): Promise<ReadonlySet<string>> {
  if (actor.kind !== "user") return new Set();
  const rows = await ctx.db
    .select({ roleId: roleAllowManage.roleId })
    .from(roleAllowManage)
    .innerJoin(userRoles, eq(userRoles.roleId, roleAllowManage.roleManagerId))
    .where(and(eq(userRoles.userId, actor.id), eq(roleAllowManage.allowed, true)));
  return new Set(rows.map((row) => row.roleId));
}

const heldBy = (ctx: Ctx, userId: string, which?: SQL): Promise<Reached[]> =>
  ctx.db
    .select({ id: roles.id, name: roles.name, permissions: roles.permissions })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(and(eq(userRoles.userId, userId), which));

/** The roles that somebody gets when they accept the invitation to their account. */
export const promisedTo = (ctx: Ctx, userId: string): Promise<Reached[]> =>
  ctx.db
    .select({ id: roles.id, name: roles.name, permissions: roles.permissions })
    .from(invitations)
    .innerJoin(roles, sql`${roles.id} = any(${invitations.roleIds})`)
    .where(
      and(eq(invitations.userId, userId), isNull(invitations.userCompanyId), gt(invitations.expiresAt, sql`now()`)),
    )
    .orderBy(asc(roles.name), asc(roles.id));

/** What somebody holds, or holds as soon as they accept. */
const heldOrPromised = async (ctx: Ctx, userId: string) => [
  ...(await heldBy(ctx, userId)),
  ...(await promisedTo(ctx, userId)),
];

/**
 * The roles that somebody has in companies, or has as soon as they accept; also rights above the ceiling, because it
 * may rise.
 */
const heldInCompanies = (ctx: Ctx, userId: string): Promise<Reached[]> =>
  ctx.db
    .select({ id: companyRoles.id, name: companyRoles.title, permissions: companyRoles.permissions })
    .from(userCompanies)
    .innerJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
    .where(and(eq(userCompanies.userId, userId), ne(userCompanies.status, "disabled")));

/**
 * For who brings somebody into a company, or ends what they are there. It takes every right that the person has there:
 * those of the company's role, and of their roles of the Pro Center, which count in each of their companies.
 * @throws AppError `forbidden` with the reason
 */
export async function assertMayAdmit(ctx: KnownCtx, userId: string, companyRoleId: string | null) {
  const ofProduct = await heldBy(ctx, userId, eq(roles.groupCode, groupOf["Pro Center Member"]));
  const { id, title: name, permissions } = companyRoles;
  const ofCompany = companyRoleId
    ? await ctx.db.select({ id, name, permissions }).from(companyRoles).where(eq(id, companyRoleId))
    : [];
  for (const role of [...ofCompany, ...ofProduct]) {
    const reason = beyondHere(ctx, role.permissions);
    if (reason) throw new AppError("forbidden", `${role.name}: ${t(reason)}`);
  }
}

const outOfReach = () => new AppError("forbidden", "This person has rights that you do not have.");

/**
 * Nobody may change the account of somebody who may do more than they.
 * @throws AppError `forbidden`
 */
export async function assertReaches(ctx: KnownCtx, userId: string) {
  const { actor } = ctx;
  if (actor.kind === "user" && actor.id === userId) return;
  const held = [...(await heldOrPromised(ctx, userId)), ...(await heldInCompanies(ctx, userId))];
  if (held.some(({ permissions }) => beyond(actor, permissions))) throw outOfReach();
}

/**
 * Checks that the caller may decide which role grants these. A caller who holds every right may do so for any role,
 * such as one that nobody may grant yet.
 * @throws AppError `forbidden`
 */
export async function assertMayGrant(ctx: KnownCtx, roleIds: string[]) {
  const { actor } = ctx;
  if (roleIds.length === 0 || actor.kind === "system" || holdsEverything(actor)) return;
  const manageable = await manageableBy(ctx, actor);
  const { id, name, permissions } = roles;
  const touched = await ctx.db.select({ id, name, permissions }).from(roles).where(oneOf(id, roleIds)).for("share");
  for (const role of touched) {
    const reason = manageable.has(role.id)
      ? beyond(actor, role.permissions)
      : t("None of your roles may grant this one.");
    if (reason) throw new AppError("forbidden", `${role.name}: ${t(reason)}`);
  }
}

/**
 * For changes that take an account away or give it to somebody else: its address, status or type. The caller must be
 * able to give everything that the person holds; a caller who holds every right does not need the matrix.
 * @throws AppError `forbidden`
 */
export async function assertCouldGive(ctx: KnownCtx, userId: string) {
  const { actor } = ctx;
  await assertReaches(ctx, userId);
  if ((actor.kind === "user" && actor.id === userId) || actor.kind === "system" || holdsEverything(actor)) return;
  const manageable = await manageableBy(ctx, actor);
  const other = (await heldOrPromised(ctx, userId)).find(({ id }) => !manageable.has(id));
  if (other)
    throw new AppError(
      "forbidden",
      t("This person is “{role}”: none of your roles may grant that one.", { role: other.name }),
    );
}
