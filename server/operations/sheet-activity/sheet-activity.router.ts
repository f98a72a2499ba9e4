import { pageOf } from "@/server/kit/list.schema";
import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router, signedIn } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
import { CreateSheetActivity, ListSheetActivities, SheetActivity, UpdateSheetActivity } from "./sheet-activity.schema";
import { sheetActivityService as service } from "./sheet-activity.service";

const at = "/v1/backoffice/admin/sheet-activity";
const section = "4.11";
const dto = "ListSheetActivityResponseDTO";

export const sheetActivityRouter = router({
  ...listProcedures({
    may: { read: "sheet-activity.read" },
    rest: get(`${at}/{objectId}`, { section }),
    input: ListSheetActivities,
    item: SheetActivity,
    dto,
    service,
  }),
  listOwn: signedIn(get("/v1/users/sheet-activity/{objectId}", { section }))
    .input(ListSheetActivities)
    .output(pageOf(SheetActivity).meta({ id: dto }))
    .query(({ ctx, input }) => service.listOwn(ctx, input)),
  get: permitted("sheet-activity.read", get(`${at}/detail/{id}`, { section }))
    .input(ById)
    .output(SheetActivity)
    .query(({ ctx, input }) => service.get(ctx, input.id)),
  create: permitted("sheet-activity.write", post(at, { section, status: 201 }))
    .input(CreateSheetActivity)
    .output(SheetActivity)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: permitted("sheet-activity.write", patch(`${at}/{id}`, { section, dto: "UpdateSheetActivityDTO" }))
    .input(byId(UpdateSheetActivity.shape))
    .output(SheetActivity)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => service.update(ctx, id, values, ifMatch)),
  remove: permitted("sheet-activity.write", del(`${at}/{id}`, { section }))
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => service.remove(ctx, input.id, input.ifMatch)),
  restore: permitted("sheet-activity.write")
    .input(ById)
    .output(SheetActivity)
    .mutation(({ ctx, input }) => service.restore(ctx, input.id)),
});
