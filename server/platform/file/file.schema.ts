import { z } from "zod";
import { Id, Upload } from "@/server/kit/call/wire";

export const fileCap = 20 * 1024 * 1024;

export const UploadFile = z.object({ file: Upload });

export const FileUploaded = z
  .object({ fileId: Id.meta({ description: "Put it into a record within 24 hours; unused files are dropped." }) })
  .meta({ id: "FileUploadedDTO" });
