import { or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { companies, companyLinks as links } from "@/db/schema";
import { equals } from "@/server/kit/list/list-filters";
import { linkOf } from "@/server/kit/list/list-link";
import { listService } from "@/server/kit/list/list-service";
import { ListCompanyLinks } from "./company-link.schema";

/** Invited beyond the invitations of a day. */
const waits = sql`(${links.status} = 'invited' and ${links.invitationDate} is null)`;

const { joins, sort, byName, load } = linkOf(links, {
  company: { table: companies, by: links.companyId },
  linkedCompany: { table: companies, by: links.linkedCompanyId, alias: alias(companies, "linked_companies") },
});

/** Which company works with which, for staff, who only read it: companies themselves keep their partners (decisions 3). */
export const companyLinkService = listService({
  table: links,
  scope: "global",
  input: ListCompanyLinks,
  joins,
  sort: {
    ...sort,
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
    name: byName,
  },
  load,
});
