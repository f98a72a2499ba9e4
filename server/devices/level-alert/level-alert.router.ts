import { del, get, post } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { CreateLevelAlert, LevelAlert, ListLevelAlerts, levelAlertTexts, UpdateLevelAlert } from "./level-alert.schema";
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
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, section, { created: 200 }),
    create: CreateLevelAlert,
    update: UpdateLevelAlert,
  }),
  ...translationProcedures({
    ...of,
    fields: levelAlertTexts,
    rest: {
      set: post(`${at}/{id}/translation`, { section, dto: "UpsertLevelAlertTranslationDTO" }),
      remove: del(`${at}/translation/{translationId:id}`, { section }),
    },
  }),
});
