import { crudProcedures, restOf } from "@/server/kit/crud-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { ById, Nothing } from "@/server/kit/wire";
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

const of = {
  may: { read: "alert.read", write: "alert.write" },
  item: LevelAlert,
  service: levelAlertService,
} as const;

export const levelAlertRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListLevelAlerts,
    dto: "ListLevelAlertDTO",
  }),
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), update: UpdateLevelAlert }),
  create: permitted("alert.write", post(at, { section }))
    .input(CreateLevelAlert)
    .output(LevelAlert)
    .mutation(({ ctx, input: { translations, ...values } }) => levelAlertService.create(ctx, values, translations)),
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
