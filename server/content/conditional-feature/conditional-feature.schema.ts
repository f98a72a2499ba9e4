import { z } from "zod";
import { Id, LongText, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { either, said } from "@/server/kit/value/words.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";

export const ConditionalFeature = z
  .object({
    id: Id,
    title: z.string(),
    keyword: z.string(),
    active: either("On", "Off"),
    moduleId: Id,
    module: z.object({ id: Id, code: z.string(), label: z.string().register(said, { text: productName }) }),
    description: z.string().nullable(),
    ...Stamps,
  })
  .meta({ id: "ConditionalFeatureResponseDTO" });

export const CreateConditionalFeature = z
  .object({
    title: Text(200),
    keyword: Text(120).regex(/^[\p{L}\p{N}][\p{L}\p{N}._:/-]*$/u, "Use letters, digits and . _ - : / without blanks."),
    active: z.boolean().optional(),
    moduleId: Id,
    description: LongText(1000).nullish(),
  })
  .meta({ id: "CreateConditionalFeatureDTO" });

export const UpdateConditionalFeature = CreateConditionalFeature.partial().meta({ id: "UpdateConditionalFeatureDTO" });

export const ListConditionalFeatures = listInput({
  sort: ["title", "keyword", "active", "module.label", "createdAt", "updatedAt"],
  filters: { title: Search, keyword: Search, active: z.boolean(), moduleId: Id },
});
