import { eq, type SQL, sql } from "drizzle-orm";
import { dealerVehicles, vehicleBrands, vehicleModels, vehicles } from "@/db/schema";
import { momentOf } from "@/db/schema/moment";
import { dealersOf, grantorsOf, hasVehicle, reachedVehicles, waysOf } from "@/server/devices/reach/fleet-reach.service";
import { vehicleFilters, vehicleJoins, vehicleService } from "@/server/devices/vehicle/vehicle.service";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { ListCompanyFleet } from "./fleet-vehicle.schema";

type Way = { vehicleId: string; linkId: string; startDate: string; isOwn: boolean };

/** Of each vehicle the link by which the company reaches it first. Outside of a company there is none. */
async function waysTo({ db, company }: Ctx, ids: string[]): Promise<Map<string, Way>> {
  if (!company) return new Map();
  const rows = await db.execute<Way>(sql`
    select distinct on (way.vehicle_id) way.vehicle_id as "vehicleId", way.link_id as "linkId",
      way.start_date as "startDate", way.rank = 1 as "isOwn"
    from (${waysOf(company.id).vehicles}) as way
    where ${oneOf(sql`way.vehicle_id`, ids)} order by way.vehicle_id, way.rank, way.link_id`);
  return new Map(rows.map((row) => [row.vehicleId, row]));
}

async function load(ctx: Ctx, ids: string[]) {
  const [known, ways, dealers, grantors] = await Promise.all([
    vehicleService.load(ctx, ids),
    waysTo(ctx, ids),
    dealersOf(ctx, ids),
    grantorsOf(ctx, ids),
  ]);
  return known.map((vehicle) => {
    const way = ways.get(vehicle.id);
    return {
      ...vehicle,
      vehicle,
      linkId: way?.linkId ?? vehicle.id,
      startDate: way ? momentOf(way.startDate) : vehicle.createdAt,
      isOwn: way?.isOwn ?? false,
      dealer: dealers.get(vehicle.id) ?? null,
      grantedBy: grantors.get(vehicle.id) ?? null,
    };
  });
}

/** The vehicles that a company reaches (document 4.9): its own, those handed to it, and those of its devices and brands. */
export const companyFleetService = listService({
  table: vehicles,
  scope: reachedVehicles,
  input: ListCompanyFleet,
  joins: vehicleJoins,
  sort: {
    "vehicle.vehicleSerialNumber": vehicles.vehicleSerialNumber,
    "vehicle.nameVehicle": vehicles.nameVehicle,
    "vehicleModel.nameVehicleModel": vehicleModels.nameVehicleModel,
    "vehicleBrand.name": vehicleBrands.name,
    persDistance: vehicles.persDistance,
    createdAt: vehicles.createdAt,
  },
  filters: {
    companyId: () => undefined,
    ...vehicleFilters,
    isOwn: (value, { companyId }) => {
      const own: SQL = companyId ? hasVehicle(sql`${companyId}::uuid`, vehicles.id) : sql`false`;
      return value ? own : sql`not ${own}`;
    },
    dealerId: (value, { companyId }) =>
      sql`${vehicles.id} in (select ${dealerVehicles.vehicleId} from ${dealerVehicles}
        where ${dealerVehicles.companyId} = ${value}
          and ${companyId ? eq(dealerVehicles.grantedByCompanyId, companyId) : sql`false`})`,
  },
  load,
});
