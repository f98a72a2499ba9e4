import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { companies, companyCategories, companyCategoryTranslations, companyRoles } from "@/db/schema";
import { assertMayHandOn, assertOfGroup } from "@/server/identity/catalogue/permission.rules";
import { categoryName, categoryWords } from "@/server/identity/user-role/company-name.service";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { joinTranslated } from "@/server/kit/desk/desk-translated";
import { translatedService } from "@/server/kit/language/translated-service";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { arrayOf } from "@/server/kit/value/array.rules";
import { companyCategoryTexts, ListCompanyCategories, type UpdateCompanyCategory } from "./company-category.schema";

// Written out, because drizzle leaves table names out of a query over one table.
const companiesCount = sql<number>`(select count(*)::int from ${companies} c
  where c.company_category_id = ${companyCategories}.id)`;

const crud = translatedService({
  name: "company-category",
  label: (row) => row.label,
  table: companyCategories,
  texts: companyCategoryTranslations,
  scope: "global",
  input: ListCompanyCategories,
  sort: {
    label: companyCategories.label,
    code: companyCategories.code,
    createdAt: companyCategories.createdAt,
    updatedAt: companyCategories.updatedAt,
  },
  filters: { label: contains(companyCategories.label) },
  load: (ctx, ids) =>
    ctx.db
      .select({ ...getTableColumns(companyCategories), name: categoryName, companiesCount })
      .from(companyCategories)
      .leftJoin(companyCategoryTranslations, categoryWords)
      .where(oneOf(companyCategories.id, ids)),
});

const without = (codes: string[], others: string[]) => codes.filter((code) => !others.includes(code));

// The set of categories is fixed: none is made, and none is removed.
const { create, remove, restore, ...kept } = crud;

/**
 * The categories of companies (document 4.6). The permissions of a category are the ceiling for every role of its
 * companies; a lower ceiling counts from the next request on.
 */
export const companyCategoryService = {
  ...kept,

  /**
   * @throws AppError `forbidden` for a right that the caller does not hold: a higher ceiling gives it to people, and a
   * lower one takes it from them; `rule_broken` for one that is not for companies
   */
  update: (ctx: KnownCtx, id: string, values: z.output<typeof UpdateCompanyCategory>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const before = await crud.lock(ctx, id);
      const permissions = values.permissions && [...new Set(values.permissions)].sort();
      if (permissions) {
        const added = without(permissions, before.permissions);
        assertMayHandOn(ctx.actor, "permissions", [...added, ...without(before.permissions, permissions)]);
        assertOfGroup("PRO_CENTER", "permissions", added);
      }
      return crud.update(ctx, id, { ...values, permissions }, ifMatch);
    }),

  /** The roles of companies that would lose rights by this ceiling, so that people see them before they save it. */
  async cutBy(ctx: KnownCtx, id: string, permissions: string[]) {
    const category = await crud.get(ctx, id);
    const gone = without(category.permissions, permissions);
    const isCut = and(
      eq(companies.companyCategoryId, id),
      sql`${companyRoles.permissions} && ${arrayOf(gone)}::text[]`,
    );
    const found = () =>
      ctx.db
        .select({
          id: companyRoles.id,
          title: companyRoles.title,
          company: { id: companies.id, name: companies.name },
          permissions: companyRoles.permissions,
          totalItems: sql<number>`count(*) over ()::int`,
        })
        .from(companyRoles)
        .innerJoin(companies, eq(companies.id, companyRoles.companyId))
        .where(isCut)
        .orderBy(asc(companies.name), asc(companyRoles.title), asc(companyRoles.id))
        .limit(200);
    const rows = gone.length ? await found() : [];
    return {
      totalItems: rows[0]?.totalItems ?? 0,
      items: rows.map((row) => ({ ...row, permissions: row.permissions.filter((code) => gone.includes(code)) })),
    };
  },
};

joinTranslated(companyCategoryService, {
  title: "Company categories",
  may: { read: "company-category.read", write: "company-category.write" },
  label: companyCategories.label,
  fields: { label: { title: "Label", source: companyCategories.label } },
  schema: z.object(companyCategoryTexts),
});
