import { eq, sql } from "drizzle-orm";
import { companies, companyCategories, companyPersLinks as links } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import { oneOf } from "@/server/kit/list";
import type { ListRequest } from "@/server/kit/list.schema";
import { listService } from "@/server/kit/list-service";
import { ListLinkedCompanies } from "./company-pers-link.schema";

/** How many links of a type the company has, or how many of them without an end. */
const count = (linkType: number, isOpen = false) => sql<number>`(select count(*)::int from ${links} l
  where l.company_id = ${companies}.id and l.link_type = ${sql.raw(`${linkType}`)}
    ${isOpen ? sql`and l.end_date is null` : sql``})`;

const linked = listService({
  table: companies,
  scope: "global",
  input: ListLinkedCompanies,
  sort: { name: companies.name, registerNumber: companies.registerNumber, createdAt: companies.createdAt },
  filters: {
    linkType: (value) =>
      sql`exists (select from ${links} l where l.company_id = ${companies}.id and l.link_type = ${value})`,
  },
  load: (ctx, ids) => {
    const { id, name, registerNumber } = companies;
    const { code, label } = companyCategories;
    return ctx.db
      .select({
        id,
        company: { id, name, registerNumber },
        category: { id: companyCategories.id, code, label },
        all: { 1: count(1), 2: count(2) },
        open: { 1: count(1, true), 2: count(2, true) },
      })
      .from(companies)
      .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
      .where(oneOf(companies.id, ids));
  },
});

type Linked = Awaited<ReturnType<typeof linked.load>>[number];
type Asked = ListRequest & { linkType: 1 | 2 };

const shown = ({ company, category, all, open }: Linked, { linkType }: Asked) => ({
  company: { ...company, category },
  linksCount: all[linkType],
  openLinksCount: open[linkType],
});

/** The companies with links of one type to PERS, and how many each has (document 4.7). */
export const linkedCompanyService = {
  async list(ctx: KnownCtx, request: Asked) {
    const { meta, items } = await linked.list(ctx, request);
    return { meta, items: items.map((row) => shown(row, request)) };
  },
};
