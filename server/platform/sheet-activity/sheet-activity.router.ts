import { get } from "@/server/kit/call/meta";
import { permitted, router, signedIn } from "@/server/kit/call/procedure";
import { ById } from "@/server/kit/call/wire";
import { pageOf } from "@/server/kit/list/list.schema";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { CreateSheetActivity, ListSheetActivities, SheetActivity, UpdateSheetActivity } from "./sheet-activity.schema";
import { sheetActivityService as service } from "./sheet-activity.service";

const at = "/v1/backoffice/admin/sheet-activity";
const section = "4.11";
const dto = "ListSheetActivityResponseDTO";

const of = {
  may: { read: "sheet-activity.read", write: "sheet-activity.write" },
  item: SheetActivity,
  service,
} as const;

export const sheetActivityRouter = router({
  ...listProcedures({
    ...of,
    rest: get(`${at}/{objectId}`, { section }),
    input: ListSheetActivities,
    dto,
  }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, section),
    create: CreateSheetActivity,
    update: UpdateSheetActivity,
  }),
  listOwn: signedIn(get("/v1/users/sheet-activity/{objectId}", { section }))
    .input(ListSheetActivities)
    .output(pageOf(SheetActivity).meta({ id: dto }))
    .query(({ ctx, input }) => service.listOwn(ctx, input)),
  get: permitted("sheet-activity.read", get(`${at}/detail/{id}`, { section }))
    .input(ById)
    .output(SheetActivity)
    .query(({ ctx, input }) => service.get(ctx, input.id)),
});
