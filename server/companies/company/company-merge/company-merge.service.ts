import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { companies, companyMergeParts, companyMerges, userCompanies } from "@/db/schema";
import { assertMayHandOnAll, nextWithNumber } from "@/server/companies/company/company-fact.service";
import { momentNow } from "@/server/devices/reach/link-period.service";
import { settleType } from "@/server/identity/membership/account-type.service";
import { companyStates } from "@/server/identity/membership/company-entry.rules";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import { contains, equals, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { audit } from "@/server/kit/record/audit";
import { recordService } from "@/server/kit/record/record-service";
import { undoDays } from "./company-merge.rules";
import { ListCompanyMerges, type MergeCompanies } from "./company-merge.schema";
import { prepareModels, prepareRoles, settleLinks, settleMembers, settleRest } from "./merge-collision.service";
import { columnRules, moving, ofCompany, type Sides } from "./merge-column.service";
import { planOf, sidesOf } from "./merge-plan.service";
import { sortOut } from "./merge-undo.service";
import { changeRows, type Merge, takeBack } from "./merge-write.service";

const table = companyMerges;
const from = alias(companies, "from_companies");
const into = alias(companies, "into_companies");

const list = listService({
  table,
  scope: "global",
  input: ListCompanyMerges,
  sort: { createdAt: table.createdAt, undoUntil: table.undoUntil, undoneAt: table.undoneAt },
  filters: {
    name: (value) =>
      or(
        refersTo(table.fromCompanyId, companies, contains(companies.name)(value)),
        refersTo(table.intoCompanyId, companies, contains(companies.name)(value)),
      ),
    companyId: (value) => or(equals(table.fromCompanyId)(value), equals(table.intoCompanyId)(value)),
    isUndone: (value) => (value ? sql`${table.undoneAt} is not null` : isNull(table.undoneAt)),
  },
  load: (ctx, ids) =>
    ctx.db
      .select({
        id: table.id,
        from: { id: from.id, name: from.name },
        into: { id: into.id, name: into.name },
        counts: table.counts,
        undoUntil: table.undoUntil,
        undoneAt: table.undoneAt,
        canUndo: sql<boolean>`(${table.undoneAt} is null and ${table.undoUntil} > now())`,
        createdAt: table.createdAt,
        updatedAt: table.updatedAt,
        version: table.version,
      })
      .from(table)
      .innerJoin(from, eq(from.id, table.fromCompanyId))
      .innerJoin(into, eq(into.id, table.intoCompanyId))
      .where(oneOf(table.id, ids)),
});

const record = recordService(list, {
  name: "company-merge",
  label: (row) => row.id,
  parts: [{ table: companyMergeParts, parent: companyMergeParts.mergeId }],
});
const { create, update, remove, restore, ...kept } = record;

type Company = typeof companies.$inferSelect;

/** Nobody's rights, places and partnerships in either company change while it is merged. */
async function lockSides(ctx: KnownCtx, { fromId, intoId }: Sides) {
  await lockGrants(ctx);
  for (const id of [fromId, intoId].sort()) await lockName(ctx, `partners of ${id}`);
}

/** The people of either company; the kind of their account may become another. */
async function peopleOf(ctx: KnownCtx, { fromId, intoId }: Sides): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ userId: userCompanies.userId })
    .from(userCompanies)
    .where(and(inArray(userCompanies.companyId, [fromId, intoId]), eq(userCompanies.isAdmin, true)))
    .orderBy(userCompanies.userId);
  return rows.map(({ userId }) => userId);
}

/** Closes the company that is given up; where its number is the other one's too, that one is no duplicate any more. */
async function close(merge: Merge) {
  const { from, fromId, ctx } = merge;
  companyStates.assert("status", from.status, "disabled");
  const open = and(eq(companies.id, fromId), isNull(companies.closedAs));
  await changeRows(merge, companies, open, { status: "disabled", closedAs: "merged" });
  const next = await nextWithNumber(ctx, from.registerKey);
  if (next)
    await changeRows(merge, companies, and(eq(companies.id, next), eq(companies.isDuplicate, true)), {
      isDuplicate: false,
    });
}

async function moveAll(merge: Merge) {
  await prepareRoles(merge);
  await prepareModels(merge);
  for (const rule of columnRules) {
    const where = and(ofCompany(rule, merge), moving(rule, merge));
    if (rule.moves !== "none") await changeRows(merge, rule.column.table, where, { [rule.column.name]: merge.intoId });
  }
  const members = await settleMembers(merge);
  await settleLinks(merge);
  await settleRest(merge);
  await close(merge);
  for (const userId of [...new Set(members)].sort()) await settleType(merge.ctx, userId);
}

const auditSide = (ctx: KnownCtx, company: Company, action: string, other: Company, isGivenUp: boolean) =>
  audit(ctx, {
    objectType: "company",
    objectId: company.id,
    objectLabel: company.name,
    companyId: company.id,
    action,
    changes: { [isGivenUp ? "mergedInto" : "mergedWith"]: [null, other.name] },
  });

/** Two companies that are one (ADR 93): what belongs to the first becomes the other's, and the first is closed for good. */
export const companyMergeService = {
  ...kept,

  /** What a merge would do. @throws AppError 404, 422 for two companies that cannot be merged */
  async plan(ctx: KnownCtx, sides: Sides) {
    return planOf(ctx, sides, await sidesOf(ctx, sides, false));
  },

  /**
   * Does what the plan said, in one transaction.
   * @throws AppError 422 on `planHash` where the plan would be another by now, and for two companies that cannot be merged;
   * `forbidden` for who does not hold all that people of either company can do there
   */
  merge: (ctx: KnownCtx, { fromCompanyId, intoCompanyId, planHash }: z.output<typeof MergeCompanies>) =>
    inTransaction(ctx, async (ctx) => {
      const sides = { fromId: fromCompanyId, intoId: intoCompanyId };
      await lockSides(ctx, sides);
      const both = await sidesOf(ctx, sides, true);
      for (const { companyCategoryId } of [both.from, both.into])
        await assertMayHandOnAll(ctx, "intoCompanyId", companyCategoryId);
      const plan = await planOf(ctx, sides, both);
      if (plan.planHash !== planHash)
        throw broken("planHash", "Something has changed since. Look at the plan again.", "plan_outdated");
      const counts = Object.fromEntries(plan.parts.map(({ part, moves }) => [part, moves]));
      const undoUntil = new Date(Date.parse(await momentNow(ctx)) + undoDays * 86_400_000).toISOString();
      const { id } = await record.create(ctx, { fromCompanyId, intoCompanyId, counts, undoUntil });
      const merge: Merge = { ...sides, ...both, ctx, id, part: 0 };
      await moveAll(merge);
      await auditSide(ctx, both.from, "merge", both.into, true);
      await auditSide(ctx, both.into, "merge", both.from, false);
      return record.get(ctx, id);
    }),

  /**
   * Gives the first company back what it had, within seven days. What is something else by now stays, and is counted.
   * @throws AppError 404, 412, 422 for one that was undone, is too old, or whose companies were merged on
   */
  undo: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const shown = await record.get(ctx, id);
      const sides = { fromId: shown.from.id, intoId: shown.into.id };
      await lockSides(ctx, sides);
      const rows = await ctx.db
        .select()
        .from(companies)
        .where(inArray(companies.id, Object.values(sides)))
        .orderBy(companies.id)
        .for("update");
      const first = rows.find((row) => row.id === sides.fromId);
      const other = rows.find((row) => row.id === sides.intoId);
      const { undoneAt, undoUntil } = await record.lock(ctx, id, ifMatch);
      if (!first || !other) throw notFound();
      if (undoneAt) throw broken("id", "This merge was undone already.");
      const now = await momentNow(ctx);
      if (undoUntil <= now) throw broken("id", "A merge can be undone for seven days.");
      if (other.closedAs) throw broken("id", "The other company was closed since. Undo that first.");
      for (const { companyCategoryId } of [first, other]) await assertMayHandOnAll(ctx, "id", companyCategoryId);
      const before = await peopleOf(ctx, sides);
      const left = await takeBack({ ...sides, ctx, id, from: first, into: other });
      await sortOut(ctx, sides);
      for (const userId of new Set([...before, ...(await peopleOf(ctx, sides))])) await settleType(ctx, userId);
      await record.update(ctx, id, { undoneAt: now }, undefined, "undo");
      await auditSide(ctx, first, "undo-merge", other, true);
      await auditSide(ctx, other, "undo-merge", first, false);
      return { ...(await record.get(ctx, id)), left };
    }),
};
