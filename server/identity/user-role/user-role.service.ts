import { and, asc, eq, ne } from "drizzle-orm";
import { roles, userRoles, users } from "@/db/schema";
import { systemRoleId } from "@/server/identity/role/system-role";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import { setOf } from "@/server/kit/record/set-service";
import { t } from "@/texts/t";
import { ownActor } from "../actor";
import { personOf } from "../person.service";
import { roleService } from "../role/role.service";
import { userService } from "../user/user.service";
import { lockGrants, manageableBy, promisedTo } from "./reach.service";
import { groupOf, obstacle } from "./user-role.rules";

const heldBy = async (ctx: Ctx, userId: string) =>
  new Set((await ctx.db.select().from(userRoles).where(eq(userRoles.userId, userId))).map((row) => row.roleId));

/** Whether there is an active administrator. Of two changes at once, the second sees the first. */
export async function hasAdministrator(ctx: Ctx) {
  await lockGrants(ctx);
  const [found] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(userRoles.roleId, systemRoleId("ADMIN")), eq(users.status, "active"), eq(users.type, "Staff")))
    .limit(1);
  return found !== undefined;
}

/** Whether somebody holds the role Administrator, in any status of their account. */
export const isAdministrator = async (ctx: Ctx, userId: string) =>
  (await heldBy(ctx, userId)).has(systemRoleId("ADMIN"));

/** The active administrators except one. */
export const otherAdministrators = (ctx: Ctx, userId: string) =>
  ctx.db
    .select({ email: users.email, firstName: users.firstName, languageId: users.languageId })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(
      and(
        eq(userRoles.roleId, systemRoleId("ADMIN")),
        eq(users.status, "active"),
        eq(users.type, "Staff"),
        ne(users.id, userId),
      ),
    );

/**
 * For the end of a change that takes a role or an account away.
 * @throws AppError `rule_broken` where no active administrator would be left
 */
export async function assertAdministratorLeft(ctx: Ctx) {
  if (!(await hasAdministrator(ctx)))
    throw broken("roleIds", "The last administrator cannot be removed.", "last_administrator");
}

export const setRoles = setOf(userService, {
  table: userRoles,
  parent: userRoles.userId,
  child: userRoles.roleId,
  children: roleService,
  label: (role) => `role ${role.name}`,
  action: "set-roles",
  path: "roleIds",
  what: "role",
});

/** Makes somebody an administrator, beside what they are already; for who runs the installation, never for a door. */
export const giveAdministrator = async (ctx: KnownCtx, userId: string) =>
  setRoles(ctx, userId, [...(await heldBy(ctx, userId)), systemRoleId("ADMIN")]);

/** The roles for people of this kind, and for each why the caller may not give it. */
async function rolesFor(ctx: KnownCtx, type: keyof typeof groupOf) {
  const manageable = await manageableBy(ctx, ctx.actor);
  const all = await ctx.db
    .select()
    .from(roles)
    .where(eq(roles.groupCode, groupOf[type]))
    .orderBy(asc(roles.name), asc(roles.id));
  return all.map((role) => ({ ...role, reason: obstacle(ctx.actor, role, true, type, manageable) }));
}

/** Which roles users hold, under the allow-manage matrix (document 4.1, decisions 2). */
export const userRoleService = {
  /** The roles that the caller may give to people of this kind, such as with an invitation. */
  async givable(ctx: KnownCtx, type: keyof typeof groupOf) {
    const all = await rolesFor(ctx, type);
    return { items: all.filter(({ reason }) => reason === null).map(({ id, name }) => ({ id, name })) };
  },

  async list(ctx: KnownCtx, userId: string) {
    const user = await personOf(ctx, userId);
    const held = await heldBy(ctx, userId);
    const manageable = await manageableBy(ctx, ctx.actor);
    const all = await ctx.db.select().from(roles).orderBy(asc(roles.name), asc(roles.id));
    const items = all.map(({ id, code, name, groupCode, permissions }) => {
      const isHeld = held.has(id);
      const reason = obstacle(ctx.actor, { id, groupCode, permissions }, !isHeld, user.type, manageable);
      return { id, code, name, groupCode, isHeld, mayChange: reason === null, reason };
    });
    const shown = items.filter((role) => role.isHeld || role.groupCode === groupOf[user.type]);
    return { version: user.version, items: shown, promised: await promisedTo(ctx, userId) };
  },

  /** Makes these the user's roles. @throws AppError `forbidden` with the reason, `rule_broken` for the last administrator */
  set: (ctx: KnownCtx, userId: string, wanted: string[], ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const actor = ownActor(ctx);
      await lockGrants(ctx);
      // As the matrix says before the change, which may take away what lets the caller make it.
      const manageable = await manageableBy(ctx, actor);
      const { type } = await personOf(ctx, userId);
      const held = await heldBy(ctx, userId);
      const named = await ctx.db
        .select()
        .from(roles)
        .where(oneOf(roles.id, [...wanted, ...held]));
      for (const role of named.filter(({ id }) => wanted.includes(id) !== held.has(id))) {
        const reason = obstacle(actor, role, !held.has(role.id), type, manageable);
        if (reason) throw new AppError("forbidden", `${role.name}: ${t(reason)}`);
      }
      const { removed } = await setRoles(ctx, userId, wanted, ifMatch);
      if (removed.some(({ id }) => id === systemRoleId("ADMIN"))) await assertAdministratorLeft(ctx);
      return userRoleService.list(ctx, userId);
    }),
};
