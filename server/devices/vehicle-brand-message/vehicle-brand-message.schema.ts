import { z } from "zod";
import { listInput } from "@/server/kit/list.schema";
import { Id, LongText, Search, Stamps, Text } from "@/server/kit/wire";
import { either } from "@/server/kit/words.rules";

export const BrandMessage = z
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

export const CreateBrandMessage = z
  .object({
    vehicleBrandId: Id,
    languageId: Id,
    title: Text(200),
    content: LongText(5000),
    isActivated: z.boolean().optional(),
  })
  .meta({ id: "CreateBrandMessageDTO" });

export const UpdateBrandMessage = CreateBrandMessage.partial().meta({ id: "UpdateBrandMessageDTO" });

export const ListBrandMessages = listInput({
  sort: ["title", "vehicleBrand.name", "language.code", "isActivated", "createdAt", "updatedAt"],
  filters: { vehicleBrandId: Id, languageId: Id, title: Search, isActivated: z.boolean() },
});
