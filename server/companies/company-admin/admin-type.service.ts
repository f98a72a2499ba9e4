import { and, eq, ne, sql } from "drizzle-orm";
import { userCompanies, vehicles } from "@/db/schema";
import { userService } from "@/server/identity/user/user.service";
import type { KnownCtx } from "@/server/kit/context";

/**
 * What kind of user somebody is, after a change of their memberships: an admin while any open one has the mark (decisions
 * 8, Admins). Who was one and is none any more is a member, or a rider where no company is left and they ride a vehicle.
 */
export async function settleType(ctx: KnownCtx, userId: string) {
  const open = await ctx.db
    .select({ isAdmin: userCompanies.isAdmin })
    .from(userCompanies)
    .where(and(eq(userCompanies.userId, userId), ne(userCompanies.status, "disabled")));
  const user = await userService.lock(ctx, userId);
  if (open.some(({ isAdmin }) => isAdmin)) return userService.changeAccount(ctx, userId, { type: "Pro Center Admin" });
  if (user.type !== "Pro Center Admin") return user;
  const rides = sql<boolean>`exists (select from ${vehicles} where ${vehicles.riderId} = ${userId})`;
  const [found] = await ctx.db.execute<{ rides: boolean }>(sql`select ${rides} as rides`);
  const type = open.length === 0 && found?.rides ? "Rider" : "Pro Center Member";
  return userService.changeAccount(ctx, userId, { type });
}
