import { eq, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { companyOf } from "@/server/kit/list/scope";
import { auditMany, type Changes } from "./audit";
import { keyOf } from "./record-rows";

/** Whether the holders of one role may grant another. */
export interface Pair {
  roleManagerId: string;
  roleId: string;
  allowed: boolean;
}

type Column = "roleManagerId" | "roleId" | "allowed" | "updatedAt" | "version";
type MatrixTable = PgTable & Record<Column, AnyPgColumn>;

interface Matrix {
  table: MatrixTable;
  /** what the audit trail calls a role, such as "company-role" */
  name: string;
  /** what people call one, such as "company role" */
  what: string;
  /** the roles that the caller reaches, with their titles */
  roles: (ctx: KnownCtx) => Promise<{ id: string; name: string }[]>;
  /** the column that says whose company a pair is, where the roles are companies' */
  company?: AnyPgColumn;
  /** a lock under which changes of roles and grants come one after the other */
  lock: (ctx: KnownCtx) => Promise<unknown>;
  /** @throws AppError `forbidden` for a role that the caller may not grant */
  assertMayGrant: (ctx: KnownCtx, roleIds: string[]) => Promise<void>;
}

const pairOf = (pair: Omit<Pair, "allowed">) => `${pair.roleManagerId} ${pair.roleId}`;
const batchSize = 1000;

function assertOnce(items: Pair[]) {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (seen.has(pairOf(item))) throw broken(`items.${index}`, "This pair of roles is in the list twice.");
    seen.add(pairOf(item));
  }
}

/**
 * The writes of a matrix that says which role may grant which. A pair without a row is not allowed.
 * @returns a function that sets all of these pairs at once; the others stay as they are. It throws 422 for a pair that is
 * given twice or a role that the caller does not reach, and `forbidden` for a role that they may not grant themselves:
 * nobody adds to the matrix, or takes from it, what they could not grant
 */
export function matrixOf({ table, name, what, roles, company, lock, assertMayGrant }: Matrix) {
  /** One audit row a managing role, so that the history on its sheet shows what it may grant since when. */
  async function auditChanges(ctx: KnownCtx, changed: Pair[], nameOf: Map<string, string>) {
    const entries = [...new Set(changed.map((pair) => pair.roleManagerId))].map((objectId) => {
      const own = changed.filter((pair) => pair.roleManagerId === objectId);
      const changes: Changes = Object.fromEntries(
        own.map(({ roleId, allowed }) => [`may grant ${nameOf.get(roleId)}`, [!allowed, allowed]]),
      );
      return { objectType: name, objectId, objectLabel: nameOf.get(objectId), action: "allow-manage", changes };
    });
    await auditMany(ctx, entries);
  }

  return (ctx: KnownCtx, items: Pair[]) =>
    inTransaction(ctx, async (ctx) => {
      assertOnce(items);
      await lock(ctx);
      const nameOf = new Map((await roles(ctx)).map((role) => [role.id, role.name]));
      for (const key of ["roleManagerId", "roleId"] as const)
        if (items.some((item) => !nameOf.has(item[key]))) throw unknownReference(`items.${key}`, what);
      const own = company && eq(company, companyOf(ctx));
      const stamp = company && { [keyOf(table, company)]: companyOf(ctx) };
      const { roleManagerId, roleId, allowed } = table;
      const stored = (await ctx.db
        .select({ roleManagerId, roleId, allowed })
        .from(table as PgTable)
        .where(own)) as Pair[];
      const isAllowed = new Map(stored.map((row) => [pairOf(row), row.allowed]));
      const changed = items.filter((item) => (isAllowed.get(pairOf(item)) ?? false) !== item.allowed);
      await assertMayGrant(
        ctx,
        changed.map(({ roleId }) => roleId),
      );
      for (let start = 0; start < changed.length; start += batchSize) {
        const rows = changed.slice(start, start + batchSize).map((pair) => ({ ...pair, ...stamp }));
        await ctx.db
          .insert(table as PgTable)
          .values(rows)
          .onConflictDoUpdate({
            target: [table.roleManagerId, table.roleId],
            set: {
              allowed: sql`excluded.allowed`,
              updatedAt: sql`excluded.updated_at`,
              version: sql`${table.version} + 1`,
            },
          });
      }
      await auditChanges(ctx, changed, nameOf);
    });
}
