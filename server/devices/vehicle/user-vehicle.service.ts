import type { z } from "zod";
import { portalUserService } from "@/server/identity/portal-user/portal-user.service";
import type { KnownCtx } from "@/server/kit/call/context";
import type { ListUserVehicles } from "./user-vehicle.schema";
import type { ListVehicles } from "./vehicle.schema";
import { vehicleService } from "./vehicle.service";

type Wanted = z.output<typeof ListUserVehicles>;

/**
 * The request to the list of all vehicles behind the list of one user's vehicles.
 * @throws AppError `not_found` for an id that does not exist
 */
async function asked(ctx: KnownCtx, { userId, ...wanted }: Wanted): Promise<z.output<typeof ListVehicles>> {
  await portalUserService.get(ctx, userId);
  const { registrationNumber, vehicleName, nuSerialNumber, ...same } = wanted;
  return {
    ...same,
    riderId: userId,
    vehicleRegistrationNumber: registrationNumber,
    nameVehicle: vehicleName,
    nuSerialPersNumber: nuSerialNumber,
  };
}

type Stream = typeof vehicleService.stream;

/** The vehicles that a portal user rides (document 4.11), under the filter names of that list. */
export const userVehicleService = {
  list: async (ctx: KnownCtx, wanted: Wanted) => vehicleService.list(ctx, await asked(ctx, wanted)),
  rows: async (ctx: KnownCtx, wanted: Wanted) => vehicleService.rows(ctx, await asked(ctx, wanted)),
  count: async (ctx: KnownCtx, wanted: Wanted) => vehicleService.count(ctx, await asked(ctx, wanted)),
  stream: async (ctx: KnownCtx, wanted: Wanted, visit: Parameters<Stream>[2]) =>
    vehicleService.stream(ctx, await asked(ctx, wanted), visit),
};
