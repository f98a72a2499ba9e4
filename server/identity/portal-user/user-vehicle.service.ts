import type { z } from "zod";
import type { ListVehicles } from "@/server/devices/vehicle/vehicle.schema";
import { vehicleService } from "@/server/devices/vehicle/vehicle.service";
import type { KnownCtx } from "@/server/kit/context";
import type { ListUserVehicles } from "./portal-user.schema";
import { portalUserService } from "./portal-user.service";

/** The vehicles that a portal user rides (document 4.11), under the filter names of that list. */
export const userVehicleService = {
  async list(ctx: KnownCtx, { userId, ...wanted }: z.output<typeof ListUserVehicles>) {
    await portalUserService.get(ctx, userId);
    const { registrationNumber, vehicleName, nuSerialNumber, ...same } = wanted;
    const request: z.output<typeof ListVehicles> = {
      ...same,
      riderId: userId,
      vehicleRegistrationNumber: registrationNumber,
      nameVehicle: vehicleName,
      nuSerialPersNumber: nuSerialNumber,
    };
    return vehicleService.list(ctx, request);
  },
};
