import { del, get, patch, post } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { Alert, alertTexts, CreateAlert, ListAlerts, UpdateAlert } from "./alert.schema";
import { alertService } from "./alert.service";

const at = "/v1/backoffice/alerts";
const translation = `${at}/{id:alertId}/translation`;
const section = "4.12";

const of = {
  may: { read: "alert.read", write: "alert.write" },
  item: Alert,
  service: alertService,
} as const;

export const alertRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListAlerts,
    dto: "ListAlertDTO",
  }),
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), create: CreateAlert, update: UpdateAlert }),
  ...translationProcedures({
    ...of,
    fields: alertTexts,
    rest: {
      set: post(translation, { section, status: 201, dto: "CreateAlertTranslationDTO" }),
      change: patch(`${translation}/{translationId}`, { section, dto: "UpdateAlertTranslationDTO" }),
      remove: del(`${translation}/{translationId}`, { section }),
    },
  }),
});
