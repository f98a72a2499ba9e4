import { eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { alias } from "drizzle-orm/pg-core";
import {
  companies,
  companyPersLinks,
  companyVehicleBrandLinks,
  companyVehicleLinks,
  dealerVehicles,
  pers,
  persAlerts,
  vehicleModels,
  vehiclePersHistory,
  vehicles,
} from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { isCurrent } from "./link-period.service";

// What a company may reach (ADR 44). Whatever was handed over counts only while the company that did so has it itself.

const fitting = alias(companyPersLinks, "fitting");
const having = alias(companyVehicleLinks, "having");

type Value = SQL | AnyPgColumn;

/** Whether it has been so since that moment. */
const sinceThen = (links: { startDate: AnyPgColumn }, moment: Value | undefined) =>
  moment ? sql` and ${links.startDate} <= ${moment}` : sql``;

/**
 * Whether the company is the manufacturer that fits the device now.
 * @param moment and has been since then: what a former manufacturer handed over does not count again when it returns
 */
export const fits = (companyId: Value, persId: Value, moment?: Value) =>
  sql`exists (select from ${companyPersLinks} as ${fitting} where ${fitting.persId} = ${persId}
    and ${fitting.linkType} = 1 and ${fitting.companyId} = ${companyId} and ${isCurrent(fitting)}${sinceThen(fitting, moment)})`;

/** Whether the vehicle is the company's now. @param moment and has been since then */
export const hasVehicle = (companyId: Value, vehicleId: Value, moment?: Value) =>
  sql`exists (select from ${companyVehicleLinks} as ${having} where ${having.vehicleId} = ${vehicleId}
    and ${having.companyId} = ${companyId} and ${isCurrent(having)}${sinceThen(having, moment)})`;

/** A link to a device that counts now: made by staff, or by who has been the manufacturer of the device since. */
export const persLinkCounts = (links: typeof companyPersLinks): SQL =>
  sql`(${isCurrent(links)} and (${links.grantedByCompanyId} is null
    or ${fits(links.grantedByCompanyId, links.persId, links.startDate)}))`;

/** A dealer's vehicle that counts now: handed over by staff, or by the company that has had it since. */
export const dealerVehicleCounts = (rows: typeof dealerVehicles): SQL =>
  sql`(${rows.grantedByCompanyId} is null or ${hasVehicle(rows.grantedByCompanyId, rows.vehicleId, rows.createdAt)})`;

/** Whether a brand link opens this vehicle: from staff the brand's, from a company what is its own of the brand. */
const brandOpens = (links: typeof companyVehicleBrandLinks) =>
  sql`(${links.grantedByCompanyId} is null or ${hasVehicle(links.grantedByCompanyId, vehicles.id)}
    or ${fits(links.grantedByCompanyId, vehicles.persId)})`;

/** One way in which a company reaches a vehicle, or the device on it: its link, and since when. */
interface Ways {
  /** rows of `pers_id, link_id, link_type, start_date, end_date, rank` */
  pers: SQL;
  /** rows of `vehicle_id, link_id, start_date, rank` */
  vehicles: SQL;
}

/** Since when a brand link opens a vehicle: the link may be older than the vehicle, and than who handed the brand over has it. */
const brandOpensSince = (links: typeof companyVehicleBrandLinks) =>
  sql`greatest(${links.createdAt}, ${vehicles.createdAt}, (select max(${having.startDate}) from ${companyVehicleLinks} as ${having}
    where ${having.vehicleId} = ${vehicles.id} and ${having.companyId} = ${links.grantedByCompanyId} and ${isCurrent(having)}))`;

/** Since when a device is on its vehicle. */
const onVehicleSince = sql`(select max(${vehiclePersHistory.startedAt}) from ${vehiclePersHistory}
  where ${vehiclePersHistory.vehicleId} = ${vehicles.id} and ${vehiclePersHistory.persId} = ${vehicles.persId}
    and ${vehiclePersHistory.endedAt} is null)`;

/**
 * The ways in which a company reaches devices and vehicles now. `rank` orders those to one of them: its own link comes
 * before what was handed over, and that before a whole brand.
 */
export function waysOf(companyId: string): Ways {
  const persLinks = companyPersLinks;
  const vehicleLinks = companyVehicleLinks;
  const brandLinks = companyVehicleBrandLinks;
  const byBrand = sql`${vehicles} join ${vehicleModels} on ${vehicleModels.id} = ${vehicles.vehicleModelId}
    join ${brandLinks} on ${brandLinks.vehicleBrandId} = ${vehicleModels.vehicleBrandId}
    where ${brandLinks.companyId} = ${companyId} and ${brandOpens(brandLinks)}`;
  const ofDealer = sql`${dealerVehicles} where ${dealerVehicles.companyId} = ${companyId}
    and ${dealerVehicleCounts(dealerVehicles)}`;
  const none = sql`null::timestamptz`;
  const forVehicles = sql`
    select ${vehicleLinks.vehicleId} as vehicle_id, ${vehicleLinks.id} as link_id, ${vehicleLinks.startDate} as start_date,
      1 as rank
      from ${vehicleLinks} where ${vehicleLinks.companyId} = ${companyId} and ${isCurrent(vehicleLinks)}
    union all select ${dealerVehicles.vehicleId}, ${dealerVehicles.id}, ${dealerVehicles.createdAt}, 2 from ${ofDealer}
    union all select ${vehicles.id}, ${persLinks.id}, ${persLinks.startDate}, 3
      from ${persLinks} join ${vehicles} on ${vehicles.persId} = ${persLinks.persId}
      where ${persLinks.companyId} = ${companyId} and ${persLinkCounts(persLinks)}
    union all select ${vehicles.id}, ${brandLinks.id}, ${brandOpensSince(brandLinks)}, 4 from ${byBrand}`;
  const forPers = sql`
    select ${persLinks.persId} as pers_id, ${persLinks.id} as link_id, ${persLinks.linkType} as link_type,
      ${persLinks.startDate} as start_date, ${persLinks.endDate} as end_date, ${persLinks.linkType} as rank
      from ${persLinks} where ${persLinks.companyId} = ${companyId} and ${persLinkCounts(persLinks)}
    union all select ${vehicles.persId}, ${vehicleLinks.id}, null::integer,
      greatest(${vehicleLinks.startDate}, ${onVehicleSince}),
      ${vehicleLinks.endDate}, 3
      from ${vehicleLinks} join ${vehicles} on ${vehicles.id} = ${vehicleLinks.vehicleId}
      where ${vehicleLinks.companyId} = ${companyId} and ${isCurrent(vehicleLinks)}
    union all select ${vehicles.persId}, ${dealerVehicles.id}, null::integer,
      greatest(${dealerVehicles.createdAt}, ${onVehicleSince}), ${none}, 4
      from ${dealerVehicles} join ${vehicles} on ${vehicles.id} = ${dealerVehicles.vehicleId}
      where ${dealerVehicles.companyId} = ${companyId} and ${dealerVehicleCounts(dealerVehicles)}
    union all select ${vehicles.persId}, ${brandLinks.id}, ${brandLinks.linkType},
      greatest(${brandOpensSince(brandLinks)}, ${onVehicleSince}), ${none}, 5
      from ${byBrand}`;
  return { pers: forPers, vehicles: forVehicles };
}

type Side = typeof dealerVehicles.companyId | typeof dealerVehicles.grantedByCompanyId;

/** The companies on the other side of what makes a dealer of one of them, by vehicle. */
async function acrossFrom({ db, company }: Ctx, vehicleIds: string[], own: Side, other: Side) {
  if (!company) return new Map<string, { id: string; name: string; isVerified: boolean }>();
  const rows = await db
    .select({
      vehicleId: dealerVehicles.vehicleId,
      id: companies.id,
      name: companies.name,
      isVerified: companies.isVerified,
    })
    .from(dealerVehicles)
    .innerJoin(companies, eq(companies.id, other))
    .where(sql`${own} = ${company.id} and ${oneOf(dealerVehicles.vehicleId, vehicleIds)}
      and ${dealerVehicleCounts(dealerVehicles)}`);
  return new Map(rows.map(({ vehicleId, ...found }) => [vehicleId, found]));
}

const { companyId: ofDealer, grantedByCompanyId: ofGrantor } = dealerVehicles;

/** The dealers that the company which was entered handed these vehicles to, by vehicle. */
export const dealersOf = (ctx: Ctx, vehicleIds: string[]) => acrossFrom(ctx, vehicleIds, ofGrantor, ofDealer);

/** The companies that handed these vehicles to the one that was entered, their dealer. */
export const grantorsOf = (ctx: Ctx, vehicleIds: string[]) => acrossFrom(ctx, vehicleIds, ofDealer, ofGrantor);

const everything = sql`true`;

/** Devices within the company's reach; staff and jobs outside of a company reach all. */
export const reachedPers = ({ company }: Pick<Ctx, "company">): SQL =>
  company ? sql`${pers.id} in (select way.pers_id from (${waysOf(company.id).pers}) as way)` : everything;

/** Vehicles within the company's reach; staff and jobs outside of a company reach all. */
export const reachedVehicles = ({ company }: Pick<Ctx, "company">): SQL =>
  company ? sql`${vehicles.id} in (select way.vehicle_id from (${waysOf(company.id).vehicles}) as way)` : everything;

/** Alerts that were raised while a link ran by which the company reaches the device now; staff and jobs reach all. */
export const reachedAlerts = ({ company }: Pick<Ctx, "company">): SQL =>
  company
    ? sql`${persAlerts.id} in (select raised.id
        from (select way.pers_id, min(way.start_date) as since from (${waysOf(company.id).pers}) as way group by way.pers_id) as reached
        join backoffice.pers_alerts as raised on raised.pers_id = reached.pers_id and raised.started_at >= reached.since)`
    : everything;
