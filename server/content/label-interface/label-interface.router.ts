import { z } from "zod";
import { UploadedLabels, UploadLabels } from "@/server/content/label-import/label-import.schema";
import { labelImporter, uploadLabels } from "@/server/content/label-import/label-import.service";
import { crudProcedures, restOf } from "@/server/kit/crud-procedures";
import { importProcedures } from "@/server/kit/import/import-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { Id, IfMatch } from "@/server/kit/wire";
import {
  BulkUpdateLabels,
  BulkUpsertLabelTexts,
  BulkUpsertResult,
  CreateLabel,
  Deleted,
  Label,
  LabelCompleteness,
  LabelIds,
  LabelPlaces,
  ListLabels,
  Restored,
  SetLabelValue,
  TouchedLabels,
  UpdateLabel,
} from "./label-interface.schema";
import { labelService } from "./label-interface.service";
import { removeLabels, removeLabelsOfModule, restoreLabels } from "./label-remove.service";

const at = "/v1/backoffice/admin/label-interface";
const section = "4.14";

const rest = restOf(`${at}/{id}`, section);
const of = {
  may: { read: "label.read", write: "label.write" },
  item: Label,
  service: labelService,
} as const;

export const labelRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListLabels,
    dto: "ListLabelInterfaceResponseDTO",
  }),
  ...crudProcedures({ ...of, rest: { create: rest.create, remove: rest.remove }, create: CreateLabel }),
  update: permitted("label.write", patch(at, { section }))
    .input(z.object({ ifMatch: IfMatch, ...UpdateLabel.shape }))
    .output(Label)
    .mutation(({ ctx, input }) => labelService.update(ctx, input)),
  bulkUpdate: permitted("label.write", post(`${at}/bulk-update`, { section }))
    .input(BulkUpdateLabels)
    .output(TouchedLabels)
    .mutation(({ ctx, input }) => labelService.bulkUpdate(ctx, input.items)),
  bulkUpsert: permitted("label.write", post(`${at}/translation/bulk-upsert/{languageId}`, { section }))
    .input(z.object({ languageId: Id, ...BulkUpsertLabelTexts.shape }))
    .output(BulkUpsertResult)
    .mutation(({ ctx, input }) => labelService.bulkUpsert(ctx, input.languageId, input.items)),
  upload: permitted("label.write", post(`${at}/upload/{languageId}`, { section, files: ["file"], query: ["dryRun"] }))
    .input(UploadLabels)
    .output(UploadedLabels)
    .mutation(({ ctx, input }) => uploadLabels(ctx, input)),
  imports: router(importProcedures({ may: { read: "label.read", write: "label.write" }, importer: labelImporter })),
  removeOfModule: permitted("label.write", post(`${at}/delete-by-module/{moduleId}`, { section }))
    .input(z.object({ moduleId: Id }))
    .output(Deleted)
    .mutation(({ ctx, input }) => removeLabelsOfModule(ctx, input.moduleId)),
  setValue: permitted("label.write")
    .input(SetLabelValue)
    .output(Label)
    .mutation(({ ctx, input }) => labelService.setValue(ctx, input)),
  removeMany: permitted("label.write")
    .input(LabelIds)
    .output(Deleted)
    .mutation(({ ctx, input }) => removeLabels(ctx, input.ids)),
  restoreMany: permitted("label.write")
    .input(LabelIds)
    .output(Restored)
    .mutation(({ ctx, input }) => restoreLabels(ctx, input.ids)),
  completeness: permitted("label.read")
    .input(z.object({ moduleId: Id.optional() }))
    .output(LabelCompleteness)
    .query(({ ctx, input }) => labelService.completeness(ctx, input.moduleId)),
  places: permitted("label.read")
    .output(LabelPlaces)
    .query(({ ctx }) => labelService.places(ctx)),
});
