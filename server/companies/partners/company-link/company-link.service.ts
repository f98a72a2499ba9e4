import { eq, getTableColumns, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { companies, companyLinks as links } from "@/db/schema";
import { contains, equals, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { ListCompanyLinks } from "./company-link.schema";

/** Invited beyond the invitations of a day. */
const waits = sql`(${links.status} = 'invited' and ${links.invitationDate} is null)`;

const linked = alias(companies, "linked_companies");

/** Which company works with which, for staff, who only read it: companies themselves keep their partners (decisions 3). */
export const companyLinkService = listService({
  table: links,
  scope: "global",
  input: ListCompanyLinks,
  joins: [
    { table: companies, on: eq(companies.id, links.companyId) },
    { table: linked, on: eq(linked.id, links.linkedCompanyId) },
  ],
  sort: {
    "company.name": companies.name,
    "linkedCompany.name": linked.name,
    kind: links.kind,
    status: links.status,
    createdAt: links.createdAt,
    updatedAt: links.updatedAt,
  },
  filters: {
    companyId: equals(links.companyId),
    linkedCompanyId: equals(links.linkedCompanyId),
    ofCompanyId: (value) => or(equals(links.companyId)(value), equals(links.linkedCompanyId)(value)),
    kind: equals(links.kind),
    status: equals(links.status),
    isWaiting: (value) => (value ? waits : sql`not ${waits}`),
    name: (value) =>
      or(
        refersTo(links.companyId, companies, contains(companies.name)(value)),
        refersTo(links.linkedCompanyId, companies, contains(companies.name)(value)),
      ),
  },
  load: (ctx, ids) =>
    ctx.db
      .select({
        ...getTableColumns(links),
        company: { id: companies.id, name: companies.name },
        linkedCompany: { id: linked.id, name: linked.name },
      })
      .from(links)
      .innerJoin(companies, eq(companies.id, links.companyId))
      .innerJoin(linked, eq(linked.id, links.linkedCompanyId))
      .where(oneOf(links.id, ids)),
});
