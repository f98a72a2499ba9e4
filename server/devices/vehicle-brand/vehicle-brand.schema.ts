import { z } from "zod";
import { byId, Id, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { PictureUpload, PictureUrl } from "@/server/platform/file/picture.schema";

export const VehicleBrand = z
  .object({ id: Id, name: z.string(), logo: PictureUrl, modelsCount: z.int(), ...Stamps })
  .meta({ id: "VehicleBrandResponseDTO" });

export const CreateVehicleBrand = z.object({ name: Text(80) }).meta({ id: "CreateVehicleBrandDTO" });

export const UpdateVehicleBrand = CreateVehicleBrand.partial().meta({ id: "UpdateVehicleBrandDTO" });

export const SetVehicleBrandLogo = byId({ logo: PictureUpload });

export const ListVehicleBrands = listInput({
  sort: ["name", "createdAt", "updatedAt"],
  filters: { name: Search },
  order: "name:asc",
});
