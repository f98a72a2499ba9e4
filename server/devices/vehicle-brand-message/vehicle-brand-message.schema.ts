import { z } from "zod";
import { Id, LongText, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { either } from "@/server/kit/value/words.rules";

export const VehicleBrandMessage = z
  .object({
    id: Id,
    vehicleBrandId: Id,
    vehicleBrand: z.object({ id: Id, name: z.string() }),
    languageId: Id,
    language: z.object({ id: Id, code: z.string(), name: z.string() }),
    title: z.string(),
    content: z.string(),
    isActivated: either("On", "Off"),
    ...Stamps,
  })
  .meta({ id: "BrandMessageResponseDTO" });

export const CreateVehicleBrandMessage = z
  .object({
    vehicleBrandId: Id,
    languageId: Id,
    title: Text(200),
    content: LongText(5000),
    isActivated: z.boolean().optional(),
  })
  .meta({ id: "CreateBrandMessageDTO" });

export const UpdateVehicleBrandMessage = CreateVehicleBrandMessage.partial().meta({ id: "UpdateBrandMessageDTO" });

export const ListVehicleBrandMessages = listInput({
  sort: ["title", "vehicleBrand.name", "language.code", "isActivated", "createdAt", "updatedAt"],
  filters: { vehicleBrandId: Id, languageId: Id, title: Search, isActivated: z.boolean() },
});
