import { and, eq, or, sql } from "drizzle-orm";
import { companyRoleAllowManage, companyRoles, userCompanies } from "@/db/schema";
import { isOfCompanies, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";
import { audit } from "@/server/kit/record/audit";

const table = companyRoleAllowManage;

interface Role {
  id: string;
  title: string;
  permissions: string[];
}

const roleOf = { id: companyRoles.id, title: companyRoles.title, permissions: companyRoles.permissions };
const holdsAll = (manager: Role, { permissions }: Role) =>
  permissions.every((code) => manager.permissions.includes(code));

/** The role at work that the caller has in the company; undefined for staff and keys. */
async function ownRole(ctx: KnownCtx): Promise<Role | undefined> {
  if (ctx.actor.kind !== "user" || !isOfCompanies(ctx.actor)) return undefined;
  const [role] = await ctx.db
    .select(roleOf)
    .from(companyRoles)
    .innerJoin(userCompanies, eq(userCompanies.companyRoleId, companyRoles.id))
    .where(
      and(
        eq(userCompanies.companyId, companyOf(ctx)),
        eq(userCompanies.userId, ctx.actor.id),
        eq(userCompanies.status, "active"),
        eq(companyRoles.isActivated, true),
      ),
    );
  return role;
}

/** As the matrix writes it: one row for a managing role. */
const auditGrant = (ctx: KnownCtx, manager: Role, { title }: Role, allowed: boolean) =>
  audit(ctx, {
    objectType: "company-role",
    objectId: manager.id,
    objectLabel: manager.title,
    action: "allow-manage",
    changes: { [`may grant ${title}`]: [!allowed, allowed] },
  });

/**
 * The role of a person who creates a role in their company may grant it, where it holds every right of it: nobody else there
 * could give that role to anybody. In the transaction that creates it.
 */
export async function grantOwnCreation(ctx: KnownCtx, role: Role) {
  const own = await ownRole(ctx);
  if (!own || !holdsAll(own, role)) return;
  const pair = { companyId: companyOf(ctx), roleManagerId: own.id, roleId: role.id };
  await ctx.db.insert(table).values({ ...pair, allowed: true, byCreation: true });
  await auditGrant(ctx, own, role, true);
}

/**
 * Ends the pairs that came by creation in which the one role does not hold every right of the other any more, after the
 * rights of this role were changed. Pairs that somebody set stay.
 */
export async function endBeyond(ctx: KnownCtx, roleId: string) {
  const of = or(eq(table.roleManagerId, roleId), eq(table.roleId, roleId));
  const pairs = await ctx.db
    .select()
    .from(table)
    .where(and(of, eq(table.allowed, true), eq(table.byCreation, true)));
  const ids = pairs.flatMap((pair) => [pair.roleManagerId, pair.roleId]);
  const roles = await ctx.db.select(roleOf).from(companyRoles).where(oneOf(companyRoles.id, ids));
  const byId = new Map(roles.map((role) => [role.id, role]));
  for (const pair of pairs) {
    const [manager, role] = [byId.get(pair.roleManagerId), byId.get(pair.roleId)];
    if (!manager || !role || holdsAll(manager, role)) continue;
    const now = new Date().toISOString();
    await ctx.db
      .update(table)
      .set({ allowed: false, byCreation: false, updatedAt: now, version: sql`${table.version} + 1` })
      .where(eq(table.id, pair.id));
    await auditGrant(ctx, manager, role, false);
  }
}
