import { z } from "zod";
import { PersonEmail } from "@/server/kit/call/email.schema";
import { byId, Id, Instant, Moment, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { lastDaysOf, rangeOf, setOf } from "@/server/kit/list/list-operators.schema";
import { said } from "@/server/kit/value/words.rules";
import { PictureUrl } from "@/server/platform/file/picture.schema";

export const Vehicle = z
  .object({
    id: Id,
    vehicleModelId: Id,
    vehicleModel: z.object({
      id: Id,
      nameVehicleModel: z.string(),
      vehicleType: z.string(),
      year: z.int().nullable(),
      picture: PictureUrl,
    }),
    vehicleBrand: z.object({ id: Id, name: z.string() }),
    vehicleSerialNumber: z.string(),
    vehicleRegistrationNumber: z.string().nullable(),
    nameVehicle: z.string().nullable(),
    persId: Id.nullable(),
    pers: z.object({ id: Id, nuSerialPersNumber: z.string() }).nullable(),
    riderId: Id.nullable(),
    rider: z.object({ id: Id, firstName: z.string(), lastName: z.string(), email: PersonEmail }).nullable(),
    persDistance: z.int().register(said, { unit: "km" }),
    ...Stamps,
  })
  .meta({ id: "VehicleDTO" });

export const CreateVehicle = z
  .object({
    vehicleModelId: Id,
    vehicleSerialNumber: Text(60),
    vehicleRegistrationNumber: Text(30).nullish(),
    nameVehicle: Text(80).nullish(),
    riderId: Id.nullish(),
    persId: Id.nullish(),
    persDistance: z.int().min(0, "At least 0 km.").max(10_000_000, "At most 10,000,000 km.").optional(),
  })
  .meta({ id: "CreateVehicleDTO" });

export const UpdateVehicle = CreateVehicle.partial().meta({ id: "UpdateVehicleDTO" });

/** Puts a PERS on a vehicle. One that is on another vehicle is only taken from there with `move`. */
export const AssignPers = byId({ persId: Id, move: z.boolean().optional() });

export const VehiclePersHistory = z.object({
  items: z.array(
    z.object({
      id: Id,
      vehicleId: Id,
      vehicleSerialNumber: z.string(),
      persId: Id,
      nuSerialPersNumber: z.string(),
      startedAt: Instant,
      endedAt: Instant.nullable(),
    }),
  ),
});

const Distance = z.number().min(0).max(1e9);

export const ListVehicles = listInput({
  sort: [
    "vehicleSerialNumber",
    "vehicleRegistrationNumber",
    "nameVehicle",
    "vehicleModel.nameVehicleModel",
    "vehicleBrand.name",
    "persDistance",
    "createdAt",
    "updatedAt",
  ],
  filters: {
    vehicleSerialNumber: Search,
    vehicleRegistrationNumber: Search,
    nameVehicle: Search,
    fastSearchString: Search.meta({ description: "Part of the serial, the registration or the name." }),
    vehicleModelId: Id,
    ...setOf("vehicleModelId", Id),
    vehicleBrandId: Id,
    ...setOf("vehicleBrandId", Id),
    vehicleModel: Search,
    vehicleBrand: Search,
    vehicleType: Search,
    persDistanceStart: Distance,
    persDistanceEnd: Distance,
    ...rangeOf("persDistance", Distance),
    ...lastDaysOf("createdAt"),
    riderId: Id,
    startDate: Moment.meta({ description: "Added on or after." }),
    endDate: Moment.meta({ description: "Added on or before." }),
    rider: z.literal([1, 2]).meta({ description: "1 with a rider, 2 without" }),
    associateStatus: z.literal([1, 2]).meta({ description: "1 with a PERS, 2 without" }),
    nuSerialPersNumber: Search,
  },
});
