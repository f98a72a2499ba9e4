import { eq, type SQL, sql } from "drizzle-orm";
import { companies, companyCategories, companyPersLinks, companyVehicleLinks, userCompanies } from "@/db/schema";
import { assertMayHandOn } from "@/server/identity/catalogue/permission.rules";
import { type Ctx, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { unknownReference } from "@/server/kit/call/exists";
import { countedUpTo } from "./company.rules";

/** Members, and people who are invited. */
export const peopleCount = sql<number>`(select count(*)::int from ${userCompanies}
  where ${userCompanies.companyId} = ${companies}.id and ${userCompanies.status} <> 'disabled')`;

// A company may have 200,000 devices: a list of companies reads no more links of each than it says.
const upTo = (rows: SQL) =>
  sql<number>`(select count(*)::int from (${rows} limit ${sql.raw(`${countedUpTo + 1}`)}) few)`;
export const persCount = upTo(sql`select distinct l.pers_id from ${companyPersLinks} l
  where l.company_id = ${companies}.id and l.end_date is null`);
export const vehiclesCount = upTo(sql`select from ${companyVehicleLinks} l
  where l.company_id = ${companies}.id and l.end_date is null`);

/** Whether the caller may see the addresses of people of companies. */
export const mayReadMembers = ({ actor }: KnownCtx) =>
  mayDo(actor, "company-admin.read") || mayDo(actor, "portal-user.read");

/** All that people of a company of this category can do there. @throws AppError 422 for a category that does not exist */
export async function rightsIn(ctx: Ctx, categoryId: string) {
  const { id, permissions } = companyCategories;
  const [category] = await ctx.db.select({ permissions }).from(companyCategories).where(eq(id, categoryId));
  if (!category) throw unknownReference("companyCategoryId", "company category");
  return category.permissions;
}

/** The rights that people of the company can gain or lose by a change of its category. */
export async function movedByCategory(ctx: Ctx, from: string, to: string) {
  const [before, after] = [await rightsIn(ctx, from), await rightsIn(ctx, to)];
  return [...before.filter((code) => !after.includes(code)), ...after.filter((code) => !before.includes(code))];
}

/** @throws AppError `forbidden` for who does not hold all that people of a company of this category can do there (ADR 34) */
export async function assertMayHandOnAll(ctx: KnownCtx, path: string, categoryId: string) {
  assertMayHandOn(ctx.actor, path, await rightsIn(ctx, categoryId));
}

/**
 * Where no company without the mark `isDuplicate` has this register number any more, the first of those with the mark.
 * @param registerKey null where the number is free
 */
export async function nextWithNumber(ctx: Ctx, registerKey: string | null): Promise<string | undefined> {
  if (registerKey === null) return undefined;
  const { id, isDuplicate, createdAt } = companies;
  const rows = await ctx.db
    .select({ id, isDuplicate })
    .from(companies)
    .where(eq(companies.registerKey, registerKey))
    .orderBy(createdAt, id)
    .for("update");
  return rows.every((row) => row.isDuplicate) ? rows[0]?.id : undefined;
}
