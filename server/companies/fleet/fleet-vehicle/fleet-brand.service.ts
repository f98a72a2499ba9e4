import { eq, sql } from "drizzle-orm";
import { companyVehicleBrandLinks, pers, vehicleBrands, vehicleModels, vehicles } from "@/db/schema";
import { reachedPers, reachedVehicles } from "@/server/devices/reach/fleet-reach.service";
import { vehicleBrandService } from "@/server/devices/vehicle-brand/vehicle-brand.service";
import type { KnownCtx } from "@/server/kit/call/context";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { contains, equals } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { ListFleetBrands } from "./fleet-vehicle.schema";

const links = companyVehicleBrandLinks;

const list = listService({
  table: vehicleBrands,
  scope: (ctx) =>
    ctx.company
      ? sql`(${vehicleBrands.id} in (select ${links.vehicleBrandId} from ${links} where ${links.companyId} = ${ctx.company.id})
          or ${vehicleBrands.id} in (select ${vehicleModels.vehicleBrandId} from ${vehicleModels}
            join ${vehicles} on ${vehicles.vehicleModelId} = ${vehicleModels.id} where ${reachedVehicles(ctx)}))`
      : sql`true`,
  input: ListFleetBrands,
  sort: { name: vehicleBrands.name, createdAt: vehicleBrands.createdAt },
  filters: {
    companyId: () => undefined,
    linkType: (value, { companyId }) =>
      sql`${vehicleBrands.id} in (select ${links.vehicleBrandId} from ${links}
        where ${links.linkType} = ${value} and ${companyId ? eq(links.companyId, companyId) : sql`true`})`,
    // The service has put the brand in place of the device.
    persId: equals(vehicleBrands.id),
    name: contains(vehicleBrands.name),
  },
  load: (ctx, ids) => vehicleBrandService.load(ctx, ids),
});

/** No brand has this id. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** The brand of the vehicle that carries a device within reach. */
async function brandOf(ctx: KnownCtx, persId: string): Promise<string> {
  const [found] = await ctx.db
    .select({ id: vehicleModels.vehicleBrandId })
    .from(vehicles)
    .innerJoin(vehicleModels, eq(vehicleModels.id, vehicles.vehicleModelId))
    .innerJoin(pers, eq(pers.id, vehicles.persId))
    .where(sql`${pers.id} = ${persId} and ${reachedPers(ctx)}`);
  return found?.id ?? nobody;
}

type Request = ListRequest & { persId?: string };
const withBrand = async (ctx: KnownCtx, { persId, ...request }: Request) =>
  persId ? { ...request, persId: await brandOf(ctx, persId) } : request;

/** The brands of a company (document 4.9): those it is linked to, and those of vehicles that it reaches. */
export const fleetBrandService = {
  ...list,
  /** Up to 1,000 where no limit is given. */
  list: async (ctx: KnownCtx, request: Request) => list.list(ctx, { limit: 1000, ...(await withBrand(ctx, request)) }),
  rows: async (ctx: KnownCtx, request: Request) => list.rows(ctx, await withBrand(ctx, request)),
  count: async (ctx: KnownCtx, request: Request) => list.count(ctx, await withBrand(ctx, request)),
  stream: async (ctx: KnownCtx, request: Request, visit: Parameters<typeof list.stream>[2]) =>
    list.stream(ctx, await withBrand(ctx, request), visit),
};
