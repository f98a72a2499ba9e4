import { and, eq } from "drizzle-orm";
import { userCompanies, vehicles } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { type User, userService } from "../user/user.service";

/** What an admin is of whom nothing else is known: a rider where they ride a vehicle and belong to no company. */
async function withoutMark(ctx: Ctx, userId: string, isMember: boolean) {
  if (isMember) return "Pro Center Member" as const;
  const [vehicle] = await ctx.db
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(eq(vehicles.riderId, userId))
    .limit(1);
  return vehicle ? ("Rider" as const) : ("Pro Center Member" as const);
}

/**
 * What kind of account somebody has, after a change of their memberships: an admin while any that they accepted has the
 * mark (decisions 8, Admins), afterwards what they were before. An invitation alone changes nobody's kind; somebody new
 * keeps the one that they are invited as until they accept.
 */
export async function settleType(ctx: KnownCtx, userId: string): Promise<User> {
  const accepted = await ctx.db
    .select({ isAdmin: userCompanies.isAdmin })
    .from(userCompanies)
    .where(and(eq(userCompanies.userId, userId), eq(userCompanies.status, "active")));
  const user = await userService.lock(ctx, userId);
  const { type, typeBefore, status } = user;
  if (accepted.some(({ isAdmin }) => isAdmin)) {
    if (type !== "Rider" && type !== "Pro Center Member") return user;
    return userService.changeAccount(ctx, userId, { type: "Pro Center Admin", typeBefore: type });
  }
  if (type !== "Pro Center Admin" || status === "pending") return user;
  const former = typeBefore ?? (await withoutMark(ctx, userId, accepted.length > 0));
  return userService.changeAccount(ctx, userId, { type: former, typeBefore: null });
}
