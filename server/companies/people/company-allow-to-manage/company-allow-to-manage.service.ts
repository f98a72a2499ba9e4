import { and, eq, or } from "drizzle-orm";
import { companyRoleAllowManage, companyRoles, userCompanies } from "@/db/schema";
import { assertHolds } from "@/server/companies/people/company-role/company-role.rules";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { beyondHere } from "@/server/identity/user-role/user-role.rules";
import { inTransaction, isOfCompanies, type KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { companyOf } from "@/server/kit/list/scope";
import { matrixOf, type Pair } from "@/server/kit/record/grant-matrix";
import { t } from "@/texts/t";
import { ListCompanyAllowToManage } from "./company-allow-to-manage.schema";

const table = companyRoleAllowManage;

const list = listService({
  table,
  company: table.companyId,
  input: ListCompanyAllowToManage,
  sort: {
    roleManagerId: table.roleManagerId,
    roleId: table.roleId,
    allowed: table.allowed,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: { roleManagerId: (value) => and(eq(table.roleManagerId, value), eq(table.allowed, true)) },
});

/** The roles that the caller's own role in the company may grant. */
async function grantableBy(ctx: KnownCtx): Promise<Set<string>> {
  if (ctx.actor.kind !== "user") return new Set();
  const rows = await ctx.db
    .select({ roleId: table.roleId })
    .from(table)
    .innerJoin(userCompanies, eq(userCompanies.companyRoleId, table.roleManagerId))
    .innerJoin(companyRoles, eq(companyRoles.id, table.roleManagerId))
    .where(
      and(
        eq(table.companyId, companyOf(ctx)),
        eq(table.allowed, true),
        eq(companyRoles.isActivated, true),
        eq(userCompanies.userId, ctx.actor.id),
        eq(userCompanies.status, "active"),
      ),
    );
  return new Set(rows.map(({ roleId }) => roleId));
}

/**
 * Checks that the caller may give or take these roles of the company that they are inside of: they hold every right in
 * them, and a company's own people have a role that may grant each.
 * @throws AppError `forbidden`
 */
export async function assertMayGrantHere(ctx: KnownCtx, roleIds: string[]) {
  const grantable = isOfCompanies(ctx.actor) ? await grantableBy(ctx) : undefined;
  const { id, title, permissions } = companyRoles;
  const touched = await ctx.db.select({ id, title, permissions }).from(companyRoles).where(oneOf(id, roleIds));
  for (const role of touched) {
    if (grantable && !grantable.has(role.id))
      throw new AppError("forbidden", t("{role}: your role may not grant this one.", { role: role.title }));
    assertHolds(ctx, role.title, role.permissions);
  }
}

/** As `assertMayGrantHere`, asked: the role where the caller may give it, else none. */
export async function grantableHere<R extends { id: string; permissions: string[] }>(ctx: KnownCtx, role: R | null) {
  if (!role || beyondHere(ctx, role.permissions)) return null;
  return !isOfCompanies(ctx.actor) || (await grantableBy(ctx)).has(role.id) ? role : null;
}

const setPairs = matrixOf({
  table,
  name: "company-role",
  what: "company role",
  roles: (ctx) =>
    ctx.db
      .select({ id: companyRoles.id, name: companyRoles.title })
      .from(companyRoles)
      .where(eq(companyRoles.companyId, companyOf(ctx))),
  company: table.companyId,
  lock: lockGrants,
  assertMayGrant: assertMayGrantHere,
});

const batchSize = 500;

/** Without a limit a matrix is answered whole, up to what a list may hold. */
const whole = (request: ListRequest) => ({ ...request, limit: request.limit ?? 1000 });

/** Which role of a company may grant which (document 4.5, decisions 8, Matrices). */
export const companyAllowToManageService = {
  ...list,
  list: (ctx: KnownCtx, request: ListRequest) => list.list(ctx, whole(request)),

  /** Sets these pairs, and answers all. @throws AppError `forbidden` for a role that the caller may not grant */
  updateAll: (ctx: KnownCtx, items: Pair[]) =>
    inTransaction(ctx, async (ctx) => {
      await setPairs(ctx, items);
      const set = items.map(({ roleManagerId, roleId }) =>
        and(eq(table.roleManagerId, roleManagerId), eq(table.roleId, roleId)),
      );
      const ofCompany = eq(table.companyId, companyOf(ctx));
      for (let start = 0; start < set.length; start += batchSize)
        await ctx.db
          .update(table)
          .set({ byCreation: false })
          .where(and(ofCompany, eq(table.byCreation, true), or(...set.slice(start, start + batchSize))));
      return list.list(ctx, whole({}));
    }),
};
