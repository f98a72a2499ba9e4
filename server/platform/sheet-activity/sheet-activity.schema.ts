import { z } from "zod";
import { Id, LongText, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

const ModelType = Text(40).regex(/^[a-z][a-z-]*$/, "Lower-case letters and hyphens, such as user, company or pers.");

export const SheetActivity = z
  .object({
    id: Id,
    objectId: Id,
    modelType: z.string(),
    content: z.string(),
    authorId: Id,
    author: z.object({ id: Id, firstName: z.string(), lastName: z.string() }),
    isProCenterMember: z.boolean().meta({ description: "The author is not staff." }),
    ...Stamps,
  })
  .meta({ id: "SheetActivityResponseDTO" });

export const CreateSheetActivity = z
  .object({ objectId: Id, modelType: ModelType, content: LongText(5000) })
  .meta({ id: "CreateSheetActivityDTO" });
export const UpdateSheetActivity = z
  .object({ content: LongText(5000) })
  .partial()
  .meta({ id: "UpdateSheetActivityDTO" });

export const ListSheetActivities = listInput({
  sort: ["createdAt", "updatedAt", "modelType"],
  filters: { objectId: Id, modelType: ModelType, isProCenterMember: z.boolean() },
  required: ["objectId"],
  offset: true,
});
