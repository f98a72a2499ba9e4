import { sql } from "drizzle-orm";
import { check, index, integer, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { companies } from "./companies";
import { vehicleBrands, vehicles } from "./devices";
import { backoffice } from "./pg-schema";

/**
 * The company that a vehicle belongs to. A period is [startDate, endDate); periods of one vehicle that overlap are
 * refused by an exclusion constraint, which a migration of its own adds.
 */
export const companyVehicleLinks = backoffice.table(
  "company_vehicle_links",
  {
    id: id(),
    vehicleId: uuid()
      .notNull()
      .references(() => vehicles.id, { onDelete: "cascade" }),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    startDate: instant().notNull(),
    endDate: instant(),
    ...stamps(),
  },
  (t) => [
    check("company_vehicle_links_dates", sql`end_date is null or end_date >= start_date`),
    uniqueIndex("company_vehicle_links_open").on(t.vehicleId).where(sql`end_date is null`),
    index("company_vehicle_links_newest").on(t.companyId, t.createdAt, t.id),
    index("company_vehicle_links_open_of_company").on(t.companyId, t.startDate, t.id).where(sql`end_date is null`),
  ],
);

/**
 * A vehicle that a company handed to its dealer; it counts while that company has the vehicle. A vehicle is with one dealer
 * at a time.
 */
export const dealerVehicles = backoffice.table(
  "dealer_vehicles",
  {
    id: id(),
    vehicleId: uuid()
      .notNull()
      .unique("dealer_vehicles_vehicle")
      .references(() => vehicles.id, { onDelete: "cascade" }),
    /** the dealer */
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    /** the company that handed it over; none where staff did */
    grantedByCompanyId: uuid().references(() => companies.id),
    ...stamps(),
  },
  (t) => [
    index("dealer_vehicles_company").on(t.companyId),
    index("dealer_vehicles_granted_by").on(t.grantedByCompanyId, t.companyId),
  ],
);

/** linkType 1: the company makes vehicles of the brand; 2: it may service what is built into them. */
export const companyVehicleBrandLinks = backoffice.table(
  "company_vehicle_brand_links",
  {
    id: id(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    vehicleBrandId: uuid()
      .notNull()
      .references(() => vehicleBrands.id),
    linkType: integer().notNull(),
    /** the company whose vehicles and PERS of the brand it opens; none where staff did, which opens the brand's */
    grantedByCompanyId: uuid().references(() => companies.id),
    ...stamps(),
  },
  (t) => [
    check("company_vehicle_brand_links_type", sql`link_type in (1, 2)`),
    unique("company_vehicle_brand_links_key")
      .on(t.companyId, t.vehicleBrandId, t.linkType, t.grantedByCompanyId)
      .nullsNotDistinct(),
    index("company_vehicle_brand_links_granted_by")
      .on(t.grantedByCompanyId)
      .where(sql`granted_by_company_id is not null`),
    index("company_vehicle_brand_links_brand").on(t.vehicleBrandId),
    index("company_vehicle_brand_links_created_at").on(t.createdAt, t.id),
  ],
);
