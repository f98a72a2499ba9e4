import { z } from "zod";
import { Id, LongText, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

export const FirmwareCategory = z
  .object({
    id: Id,
    label: z.string(),
    description: z.string().nullable(),
    versionsCount: z.int(),
    ...Stamps,
  })
  .meta({ id: "PersFirmwareCategoryResponseDTO" });

export const CreateFirmwareCategory = z
  .object({ label: Text(80), description: LongText(500).nullish() })
  .meta({ id: "CreatePersFirmwareCategoryDTO" });

export const UpdateFirmwareCategory = CreateFirmwareCategory.partial().meta({ id: "UpdatePersFirmwareCategoryDTO" });

export const ListFirmwareCategories = listInput({
  sort: ["label", "createdAt", "updatedAt"],
  order: "label:asc",
  filters: { label: Search },
});
