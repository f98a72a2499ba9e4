import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
import {
  CreateFirmwareCategory,
  FirmwareCategory,
  ListFirmwareCategories,
  UpdateFirmwareCategory,
} from "./firmware-category.schema";
import { firmwareCategoryService } from "./firmware-category.service";

const at = "/v1/backoffice/pers-firmware-categories";
const rest = { section: "4.13", auth: "apiKey" } as const;

export const firmwareCategoryRouter = router({
  ...listProcedures({
    may: { read: "firmware.read" },
    rest: get(at, rest),
    input: ListFirmwareCategories,
    item: FirmwareCategory,
    dto: "PersFirmwareCategoryListResponseDTO",
    service: firmwareCategoryService,
  }),
  get: permitted("firmware.read", get(`${at}/{id}`, rest))
    .input(ById)
    .output(FirmwareCategory)
    .query(({ ctx, input }) => firmwareCategoryService.get(ctx, input.id)),
  create: permitted("firmware.write", post(at, { ...rest, status: 201 }))
    .input(CreateFirmwareCategory)
    .output(FirmwareCategory)
    .mutation(({ ctx, input }) => firmwareCategoryService.create(ctx, input)),
  update: permitted("firmware.write", patch(`${at}/{id}`, { ...rest, dto: "UpdatePersFirmwareCategoryDTO" }))
    .input(byId(UpdateFirmwareCategory.shape))
    .output(FirmwareCategory)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => firmwareCategoryService.update(ctx, id, values, ifMatch)),
  remove: permitted("firmware.write", del(`${at}/{id}`, rest))
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => firmwareCategoryService.remove(ctx, input.id, input.ifMatch)),
  restore: permitted("firmware.write")
    .input(ById)
    .output(FirmwareCategory)
    .mutation(({ ctx, input }) => firmwareCategoryService.restore(ctx, input.id)),
});
