import { asc, eq } from "drizzle-orm";
import { roles, users } from "@/db/schema";
import { type Ctx, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import { isPermission } from "@/server/permissions";
import { t } from "@/texts/t";
import { actorOf } from "../actor";
import { heldRolesOf } from "./held-role.service";
import { manageableBy } from "./reach.service";
import { type groupOf, obstacle } from "./user-role.rules";

type UserType = keyof typeof groupOf;

/**
 * Checks that the caller may give these roles to somebody who is invited: by the rules of giving a role.
 * @throws AppError `unknown_reference` for an unknown role, `forbidden` with the reason
 */
export async function assertMayPromise(ctx: KnownCtx, type: UserType, roleIds: string[]) {
  if (roleIds.length === 0) return;
  if (!mayDo(ctx.actor, "user-role.write")) throw new AppError("forbidden", "You may not give roles.");
  const found = await ctx.db.select().from(roles).where(oneOf(roles.id, roleIds)).orderBy(roles.id).for("share");
  const known = new Map(found.map((role) => [role.id, role]));
  const errors = roleIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `roleIds.${index}`, message: "There is no such role." }],
  );
  if (errors.length > 0) throw new AppError("unknown_reference", "There is no such role.", { errors });
  const manageable = await manageableBy(ctx, ctx.actor);
  for (const role of found) {
    const reason = obstacle(ctx.actor, role, true, type, manageable);
    if (reason)
      throw new AppError("forbidden", `${role.name}: ${t(reason)}`, { errors: [{ path: "roleIds", message: reason }] });
  }
}

/** Who invited, with the rights that they have now; undefined where they are no active staff any more. */
async function inviterOf(ctx: Ctx, inviterId: string | null) {
  if (inviterId === null) return undefined;
  const [inviter] = await ctx.db.select().from(users).where(eq(users.id, inviterId));
  if (inviter?.status !== "active" || inviter.type !== "Staff") return undefined;
  const held = await heldRolesOf(ctx, [inviterId]);
  const permissions = held.filter(({ company }) => company === null).flatMap((role) => role.permissions);
  return { ...actorOf(inviter), permissions: new Set(permissions.filter(isPermission)) };
}

/**
 * Of the roles that were promised with an invitation, those that the inviter may still give at this moment, by the rules of
 * giving a role; and the names of the others.
 */
export async function keptPromises(ctx: Ctx, inviterId: string | null, type: UserType, roleIds: string[]) {
  const promised = await ctx.db.select().from(roles).where(oneOf(roles.id, roleIds)).orderBy(asc(roles.name));
  const inviter = await inviterOf(ctx, inviterId);
  const manageable = inviter ? await manageableBy(ctx, inviter) : new Set<string>();
  const mayGive = (role: (typeof promised)[number]) =>
    inviter !== undefined &&
    mayDo(inviter, "user-role.write") &&
    obstacle(inviter, role, true, type, manageable) === null;
  return {
    inviter,
    kept: promised.filter(mayGive).map(({ id }) => id),
    broken: promised.filter((role) => !mayGive(role)).map(({ name }) => name),
  };
}
