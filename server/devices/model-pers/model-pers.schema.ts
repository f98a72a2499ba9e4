import { z } from "zod";
import { byId, Id, LongText, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { PictureUpload, PictureUrl } from "@/server/platform/file/picture.schema";

export const ModelPers = z
  .object({ id: Id, label: z.string(), description: z.string().nullable(), picture: PictureUrl, ...Stamps })
  .meta({ id: "ModelPERSResponseDTO" });

export const CreateModelPers = z
  .object({ label: Text(80), description: LongText(500).nullish() })
  .meta({ id: "CreateModelPERSDTO" });

export const UpdateModelPers = CreateModelPers.partial().meta({ id: "UpdateModelPERSDTO" });

export const SetModelPersPicture = byId({ picture: PictureUpload });

export const ListModelPers = listInput({
  sort: ["label", "createdAt", "updatedAt"],
  filters: { label: Search },
});
