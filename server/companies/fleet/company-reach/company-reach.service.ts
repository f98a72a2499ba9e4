import { sql } from "drizzle-orm";
import type { z } from "zod";
import {
  companies,
  companyPersLinks,
  companyVehicleBrandLinks,
  companyVehicleLinks,
  dealerVehicles,
  pers,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { momentOf, momentOrNull } from "@/db/schema/moment";
import { persService } from "@/server/devices/pers/pers.service";
import { dealerVehicleCounts, fits, hasVehicle, persLinkCounts } from "@/server/devices/reach/fleet-reach.service";
import { isCurrent } from "@/server/devices/reach/link-period.service";
import { vehicleService } from "@/server/devices/vehicle/vehicle.service";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Reach } from "./company-reach.schema";

type Row = z.input<typeof Reach>;

/** What is asked about: a device with the vehicle that it is on, or a vehicle with the device on it, if there is one. */
interface About {
  persId: string | null;
  vehicleId: string | null;
}

const brandOf = (vehicleId: string | null) => sql`(select ${vehicleModels.vehicleBrandId} from ${vehicles}
  join ${vehicleModels} on ${vehicleModels.id} = ${vehicles.vehicleModelId} where ${vehicles.id} = ${vehicleId})`;

/** The links that open it at this moment, of companies that take part. The order is that of people: by company, then by reason. */
async function ways(ctx: KnownCtx, about: About): Promise<Row[]> {
  const none = sql`null::uuid`;
  const ofPers = sql`select ${companyPersLinks.id} as id, ${companyPersLinks.companyId} as company_id, 'pers' as why,
      ${pers.id} as linked_id, ${pers.nuSerialPersNumber} as linked_name, ${companyPersLinks.linkType} as link_type,
      ${companyPersLinks.startDate} as start_date, ${companyPersLinks.endDate} as end_date,
      ${companyPersLinks.grantedByCompanyId} as granted_by
    from ${companyPersLinks} join ${pers} on ${pers.id} = ${companyPersLinks.persId}
    where ${companyPersLinks.persId} = ${about.persId} and ${persLinkCounts(companyPersLinks)}`;
  const ofVehicle = sql`select ${companyVehicleLinks.id}, ${companyVehicleLinks.companyId}, 'vehicle',
      ${vehicles.id}, coalesce(${vehicles.nameVehicle}, ${vehicles.vehicleSerialNumber}), null::integer,
      ${companyVehicleLinks.startDate}, ${companyVehicleLinks.endDate}, ${none}
    from ${companyVehicleLinks} join ${vehicles} on ${vehicles.id} = ${companyVehicleLinks.vehicleId}
    where ${companyVehicleLinks.vehicleId} = ${about.vehicleId} and ${isCurrent(companyVehicleLinks)}`;
  const ofDealer = sql`select ${dealerVehicles.id}, ${dealerVehicles.companyId}, 'dealer',
      ${vehicles.id}, coalesce(${vehicles.nameVehicle}, ${vehicles.vehicleSerialNumber}), null::integer,
      ${dealerVehicles.createdAt}, null::timestamptz, ${dealerVehicles.grantedByCompanyId}
    from ${dealerVehicles} join ${vehicles} on ${vehicles.id} = ${dealerVehicles.vehicleId}
    where ${dealerVehicles.vehicleId} = ${about.vehicleId} and ${dealerVehicleCounts(dealerVehicles)}`;
  const brandLinks = companyVehicleBrandLinks;
  const ofBrand = sql`select ${brandLinks.id}, ${brandLinks.companyId}, 'brand', ${vehicleBrands.id},
      ${vehicleBrands.name}, ${brandLinks.linkType}, ${brandLinks.createdAt}, null::timestamptz,
      ${brandLinks.grantedByCompanyId}
    from ${brandLinks} join ${vehicleBrands} on ${vehicleBrands.id} = ${brandLinks.vehicleBrandId}
    where ${brandLinks.vehicleBrandId} = ${brandOf(about.vehicleId)}
      and (${brandLinks.grantedByCompanyId} is null
        or ${fits(brandLinks.grantedByCompanyId, sql`${about.persId}::uuid`)}
        or ${hasVehicle(brandLinks.grantedByCompanyId, sql`${about.vehicleId}::uuid`)})`;
  const rows = await ctx.db.execute<Row & Record<string, unknown>>(sql`
    select way.id, way.why, way.link_type as "linkType", way.start_date as "startDate", way.end_date as "endDate",
      json_build_object('id', way.linked_id, 'name', way.linked_name) as linked,
      json_build_object('id', ${companies.id}, 'name', ${companies.name}) as company,
      (select json_build_object('id', giver.id, 'name', giver.name) from ${companies} as giver
        where giver.id = way.granted_by) as "grantedBy"
    from (${ofPers} union all ${ofVehicle} union all ${ofDealer} union all ${ofBrand}) as way
    join ${companies} on ${companies.id} = way.company_id
    where ${companies.status} = 'active'
    order by ${companies.name}, ${companies.id}, way.why desc, way.link_type, way.id`);
  return rows.map(({ startDate, endDate, ...row }) => ({
    ...row,
    startDate: momentOf(startDate),
    endDate: momentOrNull(endDate),
  }));
}

/**
 * Which companies may reach a device or a vehicle now, and why: a link to the device, to the vehicle that carries it, as
 * its dealer, or to the brand of that vehicle. What a company handed over counts only while it has that itself (ADR 44).
 */
export const companyReachService = {
  async ofPers(ctx: KnownCtx, id: string) {
    const { vehicle } = await persService.get(ctx, id);
    return { items: await ways(ctx, { persId: id, vehicleId: vehicle?.id ?? null }) };
  },

  async ofVehicle(ctx: KnownCtx, id: string) {
    const { persId } = await vehicleService.get(ctx, id);
    return { items: await ways(ctx, { persId, vehicleId: id }) };
  },
};
