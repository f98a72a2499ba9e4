import { sql } from "drizzle-orm";
import { roleAllowManage, roles } from "@/db/schema";
import { auditMany, type Changes } from "@/server/kit/audit";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { broken } from "@/server/kit/errors";
import { assertExists } from "@/server/kit/exists";
import { oneOf } from "@/server/kit/list";
import { listService } from "@/server/kit/list-service";
import { assertMayGrant, lockGrants } from "../user-role/reach.service";
import { ListAllowManage } from "./allow-manage.schema";

interface Pair {
  roleManagerId: string;
  roleId: string;
  allowed: boolean;
}

const keyOf = (pair: Pair) => `${pair.roleManagerId} ${pair.roleId}`;
const table = roleAllowManage;
const batchSize = 1000;

const matrix = listService({
  table,
  scope: "global",
  input: ListAllowManage,
  sort: {
    roleManagerId: table.roleManagerId,
    roleId: table.roleId,
    allowed: table.allowed,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {},
});

function assertOnce(items: Pair[]) {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (seen.has(keyOf(item))) throw broken(`items.${index}`, "This pair of roles is in the list twice.");
    seen.add(keyOf(item));
  }
}

/** One audit row a managing role, so that the history on its sheet shows what it may grant since when. */
async function auditChanges(ctx: KnownCtx, changed: Pair[]) {
  const ids = [...new Set(changed.flatMap((pair) => [pair.roleManagerId, pair.roleId]))];
  const known = await ctx.db.select({ id: roles.id, name: roles.name }).from(roles).where(oneOf(roles.id, ids));
  const nameOf = new Map(known.map((role) => [role.id, role.name]));
  const entries = [...new Set(changed.map((pair) => pair.roleManagerId))].map((objectId) => {
    const own = changed.filter((pair) => pair.roleManagerId === objectId);
    const changes: Changes = Object.fromEntries(
      own.map(({ roleId, allowed }) => [`may grant ${nameOf.get(roleId)}`, [!allowed, allowed]]),
    );
    return { objectType: "role", objectId, objectLabel: nameOf.get(objectId), action: "allow-manage", changes };
  });
  await auditMany(ctx, entries);
}

/** The matrix: which role may grant which role. A pair without a row is not allowed (document 4.1). */
export const allowManageService = {
  ...matrix,

  /**
   * Sets all of these pairs at once; the others stay as they are.
   * @throws AppError `forbidden` for a role that the caller may not grant: nobody may add to the matrix what they may
   * not grant themselves
   */
  updateAll: (ctx: KnownCtx, items: Pair[]) =>
    inTransaction(ctx, async (ctx) => {
      assertOnce(items);
      await lockGrants(ctx);
      for (const key of ["roleManagerId", "roleId"] as const)
        await assertExists(
          ctx,
          roles,
          "role",
          `items.${key}`,
          items.map((item) => item[key]),
        );
      const stored = new Map((await ctx.db.select().from(table)).map((row) => [keyOf(row), row.allowed]));
      const changed = items.filter((item) => (stored.get(keyOf(item)) ?? false) !== item.allowed);
      await assertMayGrant(
        ctx,
        changed.map(({ roleId }) => roleId),
      );
      for (let start = 0; start < changed.length; start += batchSize)
        await ctx.db
          .insert(table)
          .values(changed.slice(start, start + batchSize))
          .onConflictDoUpdate({
            target: [table.roleManagerId, table.roleId],
            set: {
              allowed: sql`excluded.allowed`,
              updatedAt: sql`excluded.updated_at`,
              version: sql`${table.version} + 1`,
            },
          });
      await auditChanges(ctx, changed);
    }),
};
