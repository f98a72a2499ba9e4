import { sql } from "drizzle-orm";
import { check, index, integer, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { companies } from "./companies";
import { pers } from "./devices";
import { backoffice } from "./pg-schema";

/**
 * linkType 1: the manufacturer that fits the device; 2: the subcontractor that may service it. A period is
 * [startDate, endDate); periods of one PERS and type that overlap are refused by an exclusion constraint, which a
 * migration of its own adds.
 */
export const companyPersLinks = backoffice.table(
  "company_pers_links",
  {
    id: id(),
    persId: uuid()
      .notNull()
      .references(() => pers.id, { onDelete: "cascade" }),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    /** the company that handed the device over; none where staff did */
    grantedByCompanyId: uuid().references(() => companies.id),
    linkType: integer().notNull(),
    startDate: instant().notNull(),
    endDate: instant(),
    comment: text(),
    ...stamps(),
  },
  (t) => [
    check("company_pers_links_type", sql`link_type in (1, 2)`),
    check("company_pers_links_dates", sql`end_date is null or end_date >= start_date`),
    uniqueIndex("company_pers_links_open").on(t.persId, t.linkType).where(sql`end_date is null`),
    index("company_pers_links_company").on(t.companyId, t.linkType, t.id),
    index("company_pers_links_start").on(t.companyId, t.startDate, t.id),
    index("company_pers_links_end").on(t.companyId, t.endDate, t.id),
    index("company_pers_links_granted_by").on(t.grantedByCompanyId).where(sql`granted_by_company_id is not null`),
    index("company_pers_links_newest").on(t.companyId, t.createdAt, t.id),
    index("company_pers_links_open_of_company").on(t.companyId, t.persId).where(sql`end_date is null`),
  ],
);
