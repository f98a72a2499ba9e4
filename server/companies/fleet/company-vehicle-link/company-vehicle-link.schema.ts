import { z } from "zod";
import { Vehicle } from "@/server/devices/vehicle/vehicle.schema";
import { Id, Instant, Search, StoredMoment } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

const { vehicleModel, vehicleBrand, pers, rider, persDistance } = Vehicle.shape;

export const FleetVehicle = z
  .object({
    id: Id.meta({ description: "the same as `linkId`" }),
    linkId: Id,
    vehicle: Vehicle.pick({
      id: true,
      vehicleSerialNumber: true,
      vehicleRegistrationNumber: true,
      nameVehicle: true,
    }),
    vehicleModel,
    vehicleBrand,
    pers,
    rider,
    persDistance,
    startDate: Instant,
    dealer: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "The dealer that this company handed it to." }),
  })
  .meta({ id: "CompanyVehicleResponseDTO" });

export const CreateCompanyVehicleLink = z.object({
  vehicleId: Id.optional(),
  vehicleIds: z
    .array(Id)
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: "Several at once, all or none; either this or `vehicleId`." }),
  startDate: StoredMoment.optional().meta({ description: "now where not said" }),
  currentUserId: Id.optional().meta({
    description:
      "The user on whose behalf a key asks; it is needed without a bearer, and that of the bearer otherwise.",
  }),
});

export const CompanyVehicleLinkOf = z.object({ linkId: Id });

export const ListFleetVehicles = listInput({
  sort: ["startDate", "vehicle.vehicleSerialNumber", "vehicle.nameVehicle", "persDistance", "createdAt"],
  filters: {
    vehicleId: Id,
    fastSearchString: Search.meta({ description: "Part of the serial number, the registration or the name." }),
  },
});
