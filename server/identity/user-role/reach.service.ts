import { eq } from "drizzle-orm";
import { roles, userRoles } from "@/db/schema";
import { type KnownCtx, mayDo } from "@/server/kit/context";
import { AppError } from "@/server/kit/errors";
import { isPermission } from "@/server/permissions";

/**
 * Nobody lays hands on the account of somebody who may do more than they: through another's address, sessions or second
 * factor they would reach rights that nobody gave them.
 * @throws AppError `forbidden`
 */
export async function assertReaches(ctx: KnownCtx, userId: string) {
  const { actor } = ctx;
  if (actor.kind === "user" && actor.id === userId) return;
  const held = await ctx.db
    .select({ permissions: roles.permissions })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId));
  const beyond = held.some(({ permissions }) => permissions.some((code) => isPermission(code) && !mayDo(actor, code)));
  if (beyond) throw new AppError("forbidden", "This person holds rights that you do not have.");
}
