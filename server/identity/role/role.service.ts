import { count, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { portals, roleAllowManage, roles, userRoles } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { assertExists } from "@/server/kit/call/exists";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { byIdsAlone } from "@/server/kit/list/list-statements";
import { searchable } from "@/server/kit/list/searchable";
import { manyOf } from "@/server/kit/record/many-service";
import { recordService } from "@/server/kit/record/record-service";
import { isPermission } from "@/server/permissions";
import { assertMayHandOn, assertOfGroup } from "../catalogue/permission.rules";
import { assertEditable, blocked, blocker } from "./role.rules";
import { ListRoles } from "./role.schema";
import { proposedFor } from "./system-role";

type NewRole = Pick<typeof roles.$inferInsert, "code" | "name" | "groupCode" | "permissions"> & { portalId?: string };

const usersCount = sql<number>`(select count(*)::int from ${userRoles} where ${userRoles.roleId} = ${roles.id})`;

const list = listService({
  table: roles,
  scope: "global",
  input: ListRoles,
  sort: {
    name: roles.name,
    code: roles.code,
    groupCode: roles.groupCode,
    isSystem: roles.isSystem,
    usersCount,
    createdAt: roles.createdAt,
    updatedAt: roles.updatedAt,
  },
  filters: { name: contains(roles.name), groupCode: equals(roles.groupCode) },
  load: byIdsAlone(({ db }, ids) =>
    db
      .select({ ...getTableColumns(roles), usersCount })
      .from(roles)
      .where(oneOf(roles.id, ids)),
  ),
});

const crud = recordService(list, {
  name: "role",
  label: (row) => row.name,
  parts: [
    { table: roleAllowManage, parent: roleAllowManage.roleManagerId },
    { table: roleAllowManage, parent: roleAllowManage.roleId },
  ],
});

const many = manyOf(crud);

/** The portal that the roles of a group open: the one that is asked for, else its first. @throws AppError 422 */
async function portalOf(ctx: Ctx, groupCode: string, wanted?: string) {
  const ofGroup = await ctx.db
    .select({ id: portals.id })
    .from(portals)
    .where(eq(portals.groupRolePortalAccessCode, groupCode))
    .orderBy(portals.key);
  const [first] = ofGroup;
  if (!first) throw broken("groupCode", "There is no such group.");
  if (!wanted) return first.id;
  await assertExists(ctx, portals, "portal", "portalId", [wanted]);
  if (!ofGroup.some(({ id }) => id === wanted)) throw broken("portalId", "This portal is for roles of another group.");
  return wanted;
}

/**
 * The roles among these that cannot be deleted, by their place in the list; the rows stay locked until the transaction
 * ends.
 * @throws AppError `forbidden` for a role with a right that the caller does not hold
 */
async function blockersOf(ctx: KnownCtx, ids: string[]) {
  const found = await ctx.db.select().from(roles).where(oneOf(roles.id, ids)).orderBy(roles.id).for("update");
  for (const { permissions } of found) assertMayHandOn(ctx.actor, "permissions", permissions);
  const held = await ctx.db
    .select({ roleId: userRoles.roleId, holders: count() })
    .from(userRoles)
    .where(inArray(userRoles.roleId, ids))
    .groupBy(userRoles.roleId);
  return ids.flatMap((id, index) => {
    const role = found.find((row) => row.id === id);
    const message = role && blocker(role, held.find((row) => row.roleId === id)?.holders ?? 0);
    return message ? [{ path: String(index), message, system: role.isSystem }] : [];
  });
}

/** A role's group says who may hold it, so it cannot change while somebody holds it (422). */
async function assertUnheld(ctx: KnownCtx, id: string) {
  const [held] = await ctx.db.select({ holders: count() }).from(userRoles).where(eq(userRoles.roleId, id));
  if (held?.holders) throw broken("groupCode", "The group stays as it is while users hold this role.");
}

async function assertRemovable(ctx: KnownCtx, ids: string[]) {
  const blockers = await blockersOf(ctx, ids);
  const errors = blockers.map(({ path, message }) => ({ path, message }));
  if (errors.length)
    throw blocked(
      blockers.every((one) => one.system),
      errors,
    );
}

/** Roles and what they may (document 4.1). Nobody puts a right into a role, or takes one out, that they do not hold themselves. */
export const roleService = {
  ...crud,

  async create(ctx: KnownCtx, values: NewRole) {
    assertMayHandOn(ctx.actor, "permissions", values.permissions ?? []);
    assertOfGroup(values.groupCode, "permissions", values.permissions ?? []);
    const portalId = await portalOf(ctx, values.groupCode, values.portalId);
    return crud.create(ctx, { ...values, portalId, permissions: sorted(values.permissions) });
  },

  update: (ctx: KnownCtx, id: string, values: Partial<NewRole>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const before = await crud.lock(ctx, id);
      const wanted = { ...values, permissions: sorted(values.permissions) };
      assertEditable(before, wanted);
      assertMayHandOn(ctx.actor, "permissions", differing(before.permissions, wanted.permissions));
      if (wanted.groupCode !== undefined && wanted.groupCode !== before.groupCode) await assertUnheld(ctx, id);
      assertOfGroup(wanted.groupCode ?? before.groupCode, "permissions", wanted.permissions ?? before.permissions);
      const groupCode = wanted.groupCode ?? before.groupCode;
      const isMoved = values.portalId !== undefined || groupCode !== before.groupCode;
      const portalId = isMoved ? await portalOf(ctx, groupCode, values.portalId) : undefined;
      return crud.update(ctx, id, { ...wanted, portalId }, ifMatch);
    }),

  /** The rights that this version of the product proposes for a role, for its editors to add (ADR 125). */
  proposal: async (ctx: KnownCtx, id: string) => ({ permissions: proposedFor(await crud.get(ctx, id)) }),

  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await crud.lock(ctx, id);
      await assertRemovable(ctx, [id]);
      await crud.remove(ctx, id, ifMatch);
    }),

  /** Removes all of these roles, or none where one of them is unknown, in use or a system role. */
  removeAll: (ctx: KnownCtx, wanted: string[]) =>
    inTransaction(ctx, async (ctx) => {
      const ids = [...new Set(wanted)];
      await assertExists(ctx, roles, "role", "ids", ids);
      await assertRemovable(ctx, ids);
      await many.removeMany(
        ctx,
        ids.map((id) => ({ id })),
      );
    }),

  restore: (ctx: KnownCtx, id: string) =>
    crud.restore(ctx, id, ({ actor }, { permissions }) => assertMayHandOn(actor, "permissions", permissions)),
};

/** The rights that one of the two has and the other has not. */
const differing = (before: string[], after: string[] = before) => [
  ...after.filter((code) => !before.includes(code)),
  ...before.filter((code) => isPermission(code) && !after.includes(code)),
];

const sorted = (codes: string[] | undefined) => codes && [...new Set(codes)].sort();

export const roleSearch = searchable(list, {
  kind: "roles",
  needs: "role.read",
  label: roles.name,
  about: [roles.code],
});
