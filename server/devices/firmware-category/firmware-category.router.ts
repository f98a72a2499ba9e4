import { get } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  CreateFirmwareCategory,
  FirmwareCategory,
  ListFirmwareCategories,
  UpdateFirmwareCategory,
} from "./firmware-category.schema";
import { firmwareCategoryService } from "./firmware-category.service";

const at = "/v1/backoffice/pers-firmware-categories";
const rest = { section: "4.13", auth: "apiKey" } as const;

const of = {
  may: { read: "firmware.read", write: "firmware.write" },
  item: FirmwareCategory,
  service: firmwareCategoryService,
} as const;

export const firmwareCategoryRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, rest),
    input: ListFirmwareCategories,
    dto: "PersFirmwareCategoryListResponseDTO",
  }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, rest.section, rest),
    create: CreateFirmwareCategory,
    update: UpdateFirmwareCategory,
  }),
});
