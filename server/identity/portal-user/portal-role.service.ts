import { and, eq, sql } from "drizzle-orm";
import { roles } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";

/** A role of the rider portal, and how many riders hold it (document 4.11); 404 for a role of another portal. */
export async function portalRoleOfRiders(ctx: KnownCtx, id: string) {
  // Written out, because drizzle leaves table names out of a query over one table, and every "id" would be the user's.
  const ridersCount = sql<number>`(select count(*)::int from backoffice.user_roles ur join backoffice.users u on u.id = ur.user_id
    where ur.role_id = backoffice.roles.id and u.type = 'Rider')`;
  const { code, name, groupCode, permissions } = roles;
  const [role] = await ctx.db
    .select({ id: roles.id, code, name, groupCode, permissions, ridersCount })
    .from(roles)
    .where(and(eq(roles.id, id), eq(roles.groupCode, "RIDER")));
  if (!role) throw notFound();
  return role;
}
