import { asc, eq } from "drizzle-orm";
import { companies, companyCategories, permissions } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";

/** The rights that no role of the company goes beyond: those of its category (decisions 3). */
export async function ceilingOf(ctx: Ctx, companyId: string): Promise<string[]> {
  const [found] = await ctx.db
    .select({ ceiling: companyCategories.permissions })
    .from(companies)
    .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
    .where(eq(companies.id, companyId));
  if (!found) throw notFound();
  return found.ceiling;
}

/** The same with their labels, by code. */
export async function ceilingWithLabels(ctx: Ctx, companyId: string) {
  const { code, label, moduleId } = permissions;
  const ceiling = await ceilingOf(ctx, companyId);
  const items = await ctx.db
    .select({ code, label, moduleId })
    .from(permissions)
    .where(oneOf(code, ceiling, "text"))
    .orderBy(asc(code));
  return { items };
}
