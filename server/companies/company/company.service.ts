import { eq, getTableColumns, sql } from "drizzle-orm";
import { companies, companyCategories, userCompanies } from "@/db/schema";
import { contains, equals, oneOf } from "@/server/kit/list";
import { listService } from "@/server/kit/list-service";
import { searchable } from "@/server/kit/searchable";
import { ListCompanies } from "./company.schema";

const { companyCategoryId: _, ...columns } = getTableColumns(companies);

const peopleCount = sql<number>`(select count(*)::int from ${userCompanies}
  where ${userCompanies.companyId} = ${companies}.id and ${userCompanies.status} <> 'disabled')`;

/** The companies there are, for staff. They come from the ERP and from imports (decisions 3). */
export const companyService = listService({
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
    countryId: equals(companies.countryId),
    status: equals(companies.status),
  },
  load: (ctx, ids) =>
    ctx.db
      .select({
        ...columns,
        peopleCount,
        category: { id: companyCategories.id, label: companyCategories.label },
      })
      .from(companies)
      .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
      .where(oneOf(companies.id, ids)),
});

export const companySearch = searchable(companyService, {
  kind: "companies",
  needs: "company.read",
  label: companies.name,
  detail: companies.registerNumber,
  in: [companies.name, companies.registerNumber],
});
