import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
import {
  CreateLevelAlert,
  LevelAlert,
  ListLevelAlerts,
  TranslateLevelAlert,
  UpdateLevelAlert,
} from "./level-alert.schema";
import { levelAlertService } from "./level-alert.service";

const at = "/v1/backoffice/admin/level-alerts";
const section = "4.12";

export const levelAlertRouter = router({
  ...listProcedures({
    may: { read: "alert.read" },
    rest: get(at, { section }),
    input: ListLevelAlerts,
    item: LevelAlert,
    dto: "ListLevelAlertDTO",
    service: levelAlertService,
  }),
  get: permitted("alert.read", get(`${at}/{id}`, { section }))
    .input(ById)
    .output(LevelAlert)
    .query(({ ctx, input }) => levelAlertService.get(ctx, input.id)),
  create: permitted("alert.write", post(at, { section }))
    .input(CreateLevelAlert)
    .output(LevelAlert)
    .mutation(({ ctx, input: { translations, ...values } }) => levelAlertService.create(ctx, values, translations)),
  update: permitted("alert.write", patch(`${at}/{id}`, { section, dto: "UpdateLevelAlertDTO" }))
    .input(byId(UpdateLevelAlert.shape))
    .output(LevelAlert)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => levelAlertService.update(ctx, id, values, ifMatch)),
  remove: permitted("alert.write", del(`${at}/{id}`, { section }))
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => levelAlertService.remove(ctx, input.id, input.ifMatch)),
  restore: permitted("alert.write")
    .input(ById)
    .output(LevelAlert)
    .mutation(({ ctx, input }) => levelAlertService.restore(ctx, input.id)),
  translate: permitted(
    "alert.write",
    post(`${at}/{id}/translation`, { section, dto: "UpsertLevelAlertTranslationDTO" }),
  )
    .input(TranslateLevelAlert)
    .output(LevelAlert)
    .mutation(({ ctx, input: { id, ifMatch, languageId, ...fields } }) =>
      levelAlertService.translate(ctx, id, languageId, fields, ifMatch),
    ),
  removeTranslation: permitted("alert.write", del(`${at}/translation/{id}`, { section }))
    .input(ById)
    .output(Nothing)
    .mutation(({ ctx, input }) => levelAlertService.removeOneTranslation(ctx, input.id)),
});
