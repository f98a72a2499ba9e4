import { and, eq, getTableColumns, not, or, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  companies,
  companyCategories,
  companyCategoryTranslations,
  companyLinks,
  companyRoles,
  userCompanies,
} from "@/db/schema";
import { assertMayHandOn } from "@/server/identity/catalogue/permission.rules";
import { settleType } from "@/server/identity/membership/account-type.service";
import { companyStates } from "@/server/identity/membership/company-entry.rules";
import { doOrRehearse } from "@/server/identity/user-code/user-code.service";
import { categoryName, categoryWords } from "@/server/identity/user-role/company-name.service";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { contains, equals, hasPhone, oneOf } from "@/server/kit/list/list-filters";
import { emptyFilter, setFilters } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { companyOf, outsideOf } from "@/server/kit/list/scope";
import { searchable } from "@/server/kit/list/searchable";
import { auditMany, diff } from "@/server/kit/record/audit";
import { manyOf } from "@/server/kit/record/many-service";
import { recordService } from "@/server/kit/record/record-service";
import { ListCompanies, type UpdateCompany } from "./company.schema";
import {
  movedByCategory,
  nextWithNumber,
  peopleCount,
  persCount,
  rightsIn,
  vehiclesCount,
} from "./company-fact.service";
import { registerKeyOf } from "./register-number.rules";

/** Whether partners of the company were invited beyond the invitations of a day. */
const waits = sql`exists (select from ${companyLinks} l
  where l.company_id = ${companies.id} and l.status = 'invited' and l.invitation_date is null)`;

const list = listService({
  table: companies,
  scope: "global",
  input: ListCompanies,
  joins: [{ table: companyCategories, on: eq(companyCategories.id, companies.companyCategoryId) }],
  sort: {
    name: companies.name,
    registerNumber: companies.registerNumber,
    category: companyCategories.label,
    status: companies.status,
    erpId: companies.erpId,
    createdAt: companies.createdAt,
    updatedAt: companies.updatedAt,
  },
  filters: {
    name: contains(companies.name),
    registerNumber: contains(companies.registerNumber),
    companyCategoryId: equals(companies.companyCategoryId),
    ...setFilters("companyCategoryId", companies.companyCategoryId),
    countryId: equals(companies.countryId),
    ...setFilters("countryId", companies.countryId),
    ...emptyFilter("countryId", companies.countryId),
    status: equals(companies.status),
    isVerified: equals(companies.isVerified),
    isDuplicate: equals(companies.isDuplicate),
    hasWaitingInvitations: (value) => (value ? waits : sql`not ${waits}`),
  },
  load: (ctx, ids) =>
    ctx.db
      .select({
        ...getTableColumns(companies),
        peopleCount,
        persCount,
        vehiclesCount,
        category: { id: companyCategories.id, label: companyCategories.label, name: categoryName },
      })
      .from(companies)
      .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
      .leftJoin(companyCategoryTranslations, categoryWords)
      .where(oneOf(companies.id, ids)),
});

const record = recordService(list, { name: "company", label: (row) => row.name });

type Company = typeof companies.$inferSelect;

// Companies are not deleted but disabled, so that their history stays.
const { remove, restore, ...kept } = record;
const many = manyOf(record);

/** Where nobody has one of these numbers without the mark any more, the first of those with it has it without. */
async function settleNumbers(ctx: KnownCtx, registerKeys: (string | null)[]) {
  for (const registerKey of registerKeys) {
    const next = await nextWithNumber(ctx, registerKey);
    if (next) await record.update(ctx, next, { isDuplicate: false });
  }
}

/**
 * The companies there are, for staff. They come from the ERP, from imports and from staff (decisions 3). People of a
 * disabled company lose their rights there at their next request.
 */
export const companyService = {
  ...kept,

  /**
   * The companies with these register numbers, as another one invites them; made where nobody has the number. The
   * statements are the same whether it is known or not, and so is their time.
   * @param partners each register number once
   * @returns their ids, in this order
   */
  async forInvited(
    ctx: KnownCtx,
    code: "DEALER" | "SUBCONTRACTOR",
    partners: { name: string; registerNumber: string; email: string }[],
  ): Promise<string[]> {
    if (partners.length === 0) return [];
    const [category] = await ctx.db
      .select({ id: companyCategories.id })
      .from(companyCategories)
      .where(eq(companyCategories.code, code));
    if (!category) throw new Error(`the category ${code} is not seeded`);
    const made = await ctx.db
      .insert(companies)
      .values(
        partners.map(({ name, registerNumber, email }) => ({
          name,
          registerNumber,
          email,
          companyCategoryId: category.id,
          createdByCompanyId: companyOf(ctx),
          status: "pending" as const,
          isVerified: false,
        })),
      )
      .onConflictDoNothing({ target: companies.registerKey, where: sql`not is_duplicate` })
      .returning();
    const isNew = new Map(made.map((company) => [company.id, company]));
    const keys = partners.map(({ registerNumber }) => registerKeyOf(registerNumber));
    const all = await ctx.db
      .select({ id: companies.id, name: companies.name, registerKey: companies.registerKey })
      .from(companies)
      .where(and(oneOf(companies.registerKey, keys, "text"), not(companies.isDuplicate)));
    await auditMany(
      ctx,
      all.map(({ id, name }) => {
        const company = isNew.get(id);
        const entry = { objectType: "company", objectId: id, objectLabel: name };
        return company
          ? { ...entry, action: "create", changes: diff({}, company) }
          : { ...entry, companyId: id, action: "invite" };
      }),
    );
    const byKey = new Map(all.map((company) => [company.registerKey, company.id]));
    return keys.map((key) => {
      const id = byKey.get(key);
      if (!id) throw new Error("a company was neither there nor made");
      return id;
    });
  },

  /**
   * Another name and address of a company that this one made by inviting it and that nobody has entered; of any other
   * nothing changes, in the same time.
   */
  renameInvited: (ctx: KnownCtx, id: string, values: { name: string; email: string }) =>
    inTransaction(ctx, async (ctx) => {
      const before = await record.lock(outsideOf(ctx), id);
      const isOwn = before.createdByCompanyId === companyOf(ctx) && before.status === "pending";
      const after = isOwn ? values : { name: before.name, email: before.email };
      await ctx.db
        .update(companies)
        .set({
          ...after,
          updatedAt: isOwn ? new Date().toISOString() : before.updatedAt,
          version: sql`${companies.version} + ${isOwn ? 1 : 0}`,
        })
        .where(eq(companies.id, id));
      const changes = diff(before, { ...before, ...after });
      await doOrRehearse(ctx, Object.keys(changes).length > 0, async (ctx) => {
        await auditMany(ctx, [
          { objectType: "company", objectId: id, objectLabel: after.name, action: "update", changes },
        ]);
      });
    }),

  /** Removes companies that were invited by mistake and that nobody ever entered, with the invitations to them. */
  async forgetInvited(ctx: KnownCtx, ids: string[]) {
    const gone = await ctx.db
      .delete(userCompanies)
      .where(oneOf(userCompanies.companyId, ids))
      .returning({ userId: userCompanies.userId });
    for (const userId of new Set(gone.map((one) => one.userId))) await settleType(ctx, userId);
    await ctx.db.delete(companyRoles).where(oneOf(companyRoles.companyId, ids));
    await many.removeMany(
      ctx,
      ids.map((id) => ({ id })),
    );
  },

  /** Staff know the company; it is locked. */
  verify: (ctx: KnownCtx, id: string) => record.update(ctx, id, { isVerified: true }, undefined, "verify"),

  /** Closes a company for good that is not what it says; it is locked. @throws StateError */
  async refuse(ctx: KnownCtx, { id, status, registerKey }: Company) {
    companyStates.assert("status", status, "disabled");
    await record.update(ctx, id, { status: "disabled", closedAs: "refused" }, undefined, "refuse");
    await settleNumbers(ctx, [registerKey]);
  },

  /**
   * @throws AppError `forbidden` for another status or category by who does not hold all that people of the company gain
   * or lose by it (ADR 34)
   */
  update: (ctx: KnownCtx, id: string, values: z.output<typeof UpdateCompany>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const { companyCategoryId: from, status, closedAs, registerKey } = await record.lock(ctx, id, ifMatch);
      const to = values.companyCategoryId ?? from;
      if (to !== from) assertMayHandOn(ctx.actor, "companyCategoryId", await movedByCategory(ctx, from, to));
      companyStates.assert("status", status, values.status ?? status);
      if (closedAs && values.status === "active")
        throw broken("status", "Persdesk has closed this company for good; its register number is free.");
      if (values.status !== undefined && values.status !== status)
        assertMayHandOn(ctx.actor, "status", await rightsIn(ctx, to));
      await record.update(ctx, id, values);
      if (values.registerNumber !== undefined)
        await settleNumbers(ctx, [registerKey, registerKeyOf(values.registerNumber)]);
      return record.get(ctx, id);
    }),
};

/** What a pull from the ERP writes of companies, many at once, each with its audit row. */
export const companiesOfErp = {
  lockMany: many.lockMany,
  createMany: many.createMany,
  updateMany: many.updateMany,
  removeMany: many.removeMany,
};

/** A part of a register number, however it is written. */
const hasRegisterNumber = (term: string) => {
  const key = registerKeyOf(term);
  return key ? sql`strpos(${companies.registerKey}, ${key}) > 0` : undefined;
};

export const companySearch = searchable(companyService, {
  kind: "companies",
  needs: "company.read",
  label: companies.name,
  about: [companies.registerNumber, companies.phoneNumber],
  in: [companies.name, companies.registerNumber],
  by: (term) => or(hasPhone(companies.phoneNumber)(term), hasRegisterNumber(term)),
});
