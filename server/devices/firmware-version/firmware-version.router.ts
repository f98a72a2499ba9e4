import { z } from "zod";
import { del, get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { fromReplica } from "@/server/kit/call/replica";
import { ById, byId, Id, Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { firmwareAdoption } from "./firmware-adoption.service";
import {
  CheckDuplicateVersion,
  CompatiblePers,
  CreateFirmwareCompatibility,
  CreateFirmwareSegments,
  CreateFirmwareVersion,
  FirmwareAdoption,
  FirmwareRunning,
  FirmwareVersion,
  FirmwareVersionRow,
  ImageFile,
  ImagePreview,
  ListFirmwareVersions,
  UpdateFirmwareVersion,
} from "./firmware-version.schema";
import { firmwareVersionService } from "./firmware-version.service";
import { firmwareVersionPartsService } from "./firmware-version-parts.service";

const at = "/v1/backoffice/pers-firmware-versions";
const rest = { section: "4.13", auth: "apiKey" } as const;
// 8 MiB of firmware are 10.7 MiB of base64.
const segmentsRest = { ...rest, dto: "CreateFirmwareSegmentsDTO", maxBytes: 12 * 1024 * 1024 };

const of = {
  may: { read: "firmware.read", write: "firmware.write" },
  item: FirmwareVersion,
  service: firmwareVersionService,
} as const;

export const firmwareVersionRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, rest),
    input: ListFirmwareVersions,
    item: FirmwareVersionRow,
    dto: "FirmwareVersionListResponseDTO",
  }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, rest.section, { ...rest, created: 200 }),
    create: CreateFirmwareVersion,
    update: UpdateFirmwareVersion,
  }),
  checkDuplicate: permitted("firmware.read", get(`${at}/check-duplicate-version`, rest))
    .input(CheckDuplicateVersion)
    .output(Nothing)
    .query(({ ctx, input }) => firmwareVersionService.assertFree(ctx, input)),
  regenerateUuid: permitted("firmware.write", post(`${at}/{id}/regenerate-uuid`, rest))
    .input(ById)
    .output(FirmwareVersion)
    .mutation(({ ctx, input }) => firmwareVersionService.regenerateUuid(ctx, input.id)),

  addCompatiblePers: permitted(
    "firmware.write",
    post(`${at}/{id}/compatible-pers`, { ...rest, dto: "CreateFirmwareCompatibilityDTO" }),
  )
    .input(byId(CreateFirmwareCompatibility.shape))
    .output(CompatiblePers)
    .mutation(({ ctx, input: { id, ifMatch, ...fit } }) =>
      firmwareVersionPartsService.addCompatibility(ctx, id, fit, ifMatch),
    ),
  removeCompatiblePers: permitted("firmware.write", del(`${at}/{id}/compatible-pers/{compatiblePersId}`, rest))
    .input(byId({ compatiblePersId: Id }))
    .output(Nothing)
    .mutation(({ ctx, input: { id, compatiblePersId, ifMatch } }) =>
      firmwareVersionPartsService.removeCompatibility(ctx, id, compatiblePersId, ifMatch),
    ),
  replaceSegments: permitted("firmware.write", post(`${at}/{id}/segments`, segmentsRest))
    .input(CreateFirmwareSegments)
    .output(Nothing)
    .mutation(({ ctx, input: { id, segments, ifMatch } }) =>
      firmwareVersionPartsService.replaceSegments(ctx, id, segments, ifMatch),
    ),
  previewImage: permitted("firmware.write", undefined, {
    unaudited: "a preview writes nothing",
    withoutKey: "it changes nothing",
  })
    .input(ImageFile.extend({ id: Id }))
    .output(ImagePreview)
    .mutation(({ ctx, input: { id, ...file } }) => firmwareVersionPartsService.previewImage(ctx, id, file)),
  uploadImage: permitted("firmware.write")
    .input(byId({ ...ImageFile.shape, sha256: z.string().length(64) }))
    .output(Nothing)
    .mutation(({ ctx, input: { id, ifMatch, ...file } }) =>
      firmwareVersionPartsService.uploadImage(ctx, id, file, ifMatch),
    ),
  running: permitted("firmware.read")
    .input(ById)
    .output(FirmwareRunning)
    .query(({ ctx, input }) => fromReplica(ctx, (ctx) => firmwareVersionService.running(ctx, input.id))),
  adoption: permitted("firmware.read")
    .input(ById)
    .output(FirmwareAdoption)
    .query(({ ctx, input }) => fromReplica(ctx, (ctx) => firmwareAdoption(ctx, input.id))),
  removeSegments: permitted("firmware.write", del(`${at}/{id}/segments`, rest))
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => firmwareVersionPartsService.removeSegments(ctx, input.id, input.ifMatch)),
});
