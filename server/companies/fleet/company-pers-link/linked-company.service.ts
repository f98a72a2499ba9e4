import { and, eq, isNull, sql } from "drizzle-orm";
import { companies, companyCategories, companyPersLinks as links } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { rememberLargeEach } from "@/server/kit/list/large-total";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { ListLinkedCompanies } from "./company-pers-link.schema";

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
      })
      .from(companies)
      .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
      .where(oneOf(companies.id, ids));
  },
});

type Asked = ListRequest & { linkType: 1 | 2 };

/** How many links of the type each company has, or how many of them have no end. */
const counts = (ctx: KnownCtx, companyIds: string[], linkType: number, isOpen: boolean) =>
  rememberLargeEach(`PERS links of type ${linkType}${isOpen ? " without an end" : ""} of`, companyIds, async (ids) => {
    const rows = await ctx.db
      .select({ id: links.companyId, total: sql<number>`count(*)::int` })
      .from(links)
      .where(and(oneOf(links.companyId, ids), eq(links.linkType, linkType), isOpen ? isNull(links.endDate) : undefined))
      .groupBy(links.companyId);
    return new Map(rows.map(({ id, total }) => [id, total]));
  });

/** The companies with links of one type to PERS, and how many each has (document 4.7). */
export const linkedCompanyService = {
  async list(ctx: KnownCtx, request: Asked) {
    const { meta, items } = await linked.list(ctx, request);
    const ids = items.map(({ id }) => id);
    const [all, open] = await Promise.all([false, true].map((isOpen) => counts(ctx, ids, request.linkType, isOpen)));
    const shown = items.map(({ id, company, category }) => ({
      company: { ...company, category },
      linksCount: all?.get(id) ?? 0,
      openLinksCount: open?.get(id) ?? 0,
    }));
    return { meta, items: shown };
  },
};
