import { asc, eq, sql } from "drizzle-orm";
import { roles, userRoles, users } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import { notFound } from "@/server/kit/errors";
import { isPermission, type Permission, permissionCatalogue } from "@/server/permissions";
import { companyLinksOf } from "../profile/profile.service";

interface Grant {
  permission: string;
  company: string | null;
  roleId: string;
  role: string;
}
const labelOf = (code: string) => (isPermission(code) ? permissionCatalogue[code][0] : code);

function grouped(grants: Grant[]) {
  const byRight = new Map<string, Grant[]>();
  for (const grant of grants) {
    const key = `${grant.company ?? ""} ${grant.permission}`;
    byRight.set(key, [...(byRight.get(key) ?? []), grant]);
  }
  return [...byRight.keys()].sort().flatMap((key) => {
    const [first, ...rest] = byRight.get(key) ?? [];
    if (!first) return [];
    const through = [first, ...rest].map(({ roleId, role, company }) => ({ roleId, role, company }));
    return [{ permission: first.permission, label: labelOf(first.permission), company: first.company, through }];
  });
}

/** Why somebody may do something: the same rows that each request asks, with the roles they come through. */
export const explainerService = {
  /** What this person can do, and through which role; company roles count in their company, under its category's ceiling. */
  async whatCan(ctx: KnownCtx, userId: string) {
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
    if (!user) throw notFound();
    const held = await ctx.db
      .select({ id: roles.id, name: roles.name, permissions: roles.permissions })
      .from(userRoles)
      .innerJoin(roles, eq(roles.id, userRoles.roleId))
      .where(eq(userRoles.userId, userId))
      .orderBy(asc(roles.name), asc(roles.id));
    const own = held.flatMap(({ id, name, permissions }) =>
      permissions.map((permission) => ({ permission, company: null, roleId: id, role: name })),
    );
    const inCompanies = (await companyLinksOf(ctx, userId)).flatMap(({ status, name, role, permissions }) =>
      status === "active" && role
        ? permissions.map((permission) => ({ permission, company: name, roleId: role.id, role: role.title }))
        : [],
    );
    return { isActive: user.status === "active", items: grouped([...own, ...inCompanies]) };
  },

  /** Who can do this, and through which role; active people only. */
  async whoCan(ctx: KnownCtx, permission: Permission) {
    const { id, email, firstName, lastName, type, status } = users;
    const rows = await ctx.db
      .select({ user: { id, email, firstName, lastName, type, status }, roleId: roles.id, role: roles.name })
      .from(users)
      .innerJoin(userRoles, eq(userRoles.userId, users.id))
      .innerJoin(roles, eq(roles.id, userRoles.roleId))
      .where(sql`${users.status} = 'active' and ${permission} = any(${roles.permissions})`)
      .orderBy(asc(users.lastName), asc(users.id), asc(roles.name));
    const people = new Map<string, { user: (typeof rows)[number]["user"]; through: Omit<Grant, "permission">[] }>();
    for (const { user, roleId, role } of rows) {
      const known = people.get(user.id) ?? { user, through: [] };
      known.through.push({ roleId, role, company: null });
      people.set(user.id, known);
    }
    return { items: [...people.values()] };
  },
};
