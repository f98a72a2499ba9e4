import { z } from "zod";
import { Label } from "@/server/content/label-interface/label-interface.schema";
import { ImportReport } from "@/server/kit/import/import.schema";
import { pageOf } from "@/server/kit/list.schema";
import { Id, Upload } from "@/server/kit/wire";

/** `createIn`: the module in which names that no label has are created; without it they are errors. */
export const LabelImportOptions = z.object({ languageId: Id, createIn: Id.optional() });

export const UploadLabels = z.object({
  languageId: Id,
  dryRun: z.boolean().default(false),
  file: Upload,
});

/** The labels that the file touched, at most 1,000 of them, and what became of each row. */
export const UploadedLabels = pageOf(Label)
  .extend({ report: ImportReport })
  .meta({ id: "UploadLabelInterfaceResponseDTO" });
