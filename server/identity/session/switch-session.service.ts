import { desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { companies, sessions, userCompanies, users } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";

/**
 * The sessions under switch-to that `where` finds: who acted as whom, when and why; newest first, the last 100. Each ends
 * with the session of who switched, if not before.
 */
export async function switchesWhere(ctx: Ctx, where: SQL) {
  const who = alias(users, "who");
  const whom = alias(users, "whom");
  const parent = alias(sessions, "parent");
  const end = sql<string>`least(${sessions.expiresAt}, ${sessions.revokedAt}, ${parent.expiresAt}, ${parent.revokedAt})`;
  return ctx.db
    .select({
      id: sessions.id,
      companyName: companies.name,
      reason: sessions.reason,
      createdAt: sessions.createdAt,
      endedAt: end.mapWith(sessions.expiresAt),
      isOpen: sql<boolean>`(${end} > now())`,
      who: { id: who.id, firstName: who.firstName, lastName: who.lastName },
      whom: { id: whom.id, firstName: whom.firstName, lastName: whom.lastName },
    })
    .from(sessions)
    .innerJoin(who, eq(who.id, sessions.actUserId))
    .innerJoin(whom, eq(whom.id, sessions.userId))
    .leftJoin(parent, eq(parent.id, sessions.parentId))
    .leftJoin(userCompanies, eq(userCompanies.id, sessions.userCompanyId))
    .leftJoin(companies, eq(companies.id, userCompanies.companyId))
    .where(where)
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(100);
}
