import { z } from "zod";
import { byId, Id, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { PictureUpload, PictureUrl } from "@/server/platform/file/picture.schema";

export const VehicleModel = z
  .object({
    id: Id,
    vehicleBrandId: Id,
    vehicleBrand: z.object({ id: Id, name: z.string() }),
    nameVehicleModel: z.string(),
    vehicleType: z.string(),
    year: z.int().nullable(),
    picture: PictureUrl,
    companyId: Id.nullable().meta({ description: "the company whose own model it is; null: for everybody" }),
    company: z.object({ id: Id, name: z.string() }).nullable(),
    vehiclesCount: z.int().meta({ description: "Of those that the caller reaches." }),
    ...Stamps,
  })
  .meta({ id: "VehicleModelResponseDTO" });

export const CreateVehicleModel = z
  .object({
    vehicleBrandId: Id,
    nameVehicleModel: Text(80),
    vehicleType: Text(60),
    year: z.int().min(1950, "From 1950 on.").max(2100, "Up to 2100.").nullish(),
  })
  .meta({ id: "CreateVehicleModelDTO" });

export const UpdateVehicleModel = CreateVehicleModel.partial().meta({ id: "UpdateVehicleModelDTO" });

export const SetVehicleModelPicture = byId({ picture: PictureUpload });

/** A copy under another name, in the same brand. */
export const DuplicateVehicleModel = z.object({ id: Id, nameVehicleModel: Text(80) });

export const ListVehicleModels = listInput({
  sort: ["nameVehicleModel", "vehicleBrand.name", "vehicleType", "year", "createdAt", "updatedAt"],
  filters: {
    nameVehicleModel: Search,
    vehicleType: Search,
    vehicleBrand: Search.meta({ description: "Part of the brand's name." }),
    vehicleBrandId: Id,
    isOwn: z.boolean().meta({ description: "Whether it is a company's own, and not for everybody." }),
  },
  order: "nameVehicleModel:asc",
});
