import { asc, eq } from "drizzle-orm";
import { companies, companyCategories, companyCategoryTranslations, userCompanies } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { categoryName, categoryWords } from "./company-name.service";

/** A person's memberships, those that wait or have ended too, by the names of their companies. */
export const allMembershipsOf = (ctx: Pick<Ctx, "db">, userId: string) =>
  ctx.db
    .select({
      userCompanyId: userCompanies.id,
      version: userCompanies.version,
      status: userCompanies.status,
      companyRoleId: userCompanies.companyRoleId,
      company: { id: companies.id, name: companies.name },
      companyStatus: companies.status,
      category: categoryName,
      ceiling: companyCategories.permissions,
    })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
    .leftJoin(companyCategoryTranslations, categoryWords)
    .where(eq(userCompanies.userId, userId))
    .orderBy(asc(companies.name), asc(companies.id));
