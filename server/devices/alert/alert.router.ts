import { crudProcedures, restOf } from "@/server/kit/crud-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { Nothing } from "@/server/kit/wire";
import {
  Alert,
  CreateAlert,
  CreateAlertTranslation,
  DeleteAlertTranslation,
  ListAlerts,
  UpdateAlert,
  UpdateAlertTranslation,
} from "./alert.schema";
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
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), update: UpdateAlert }),
  create: permitted("alert.write", post(at, { section, status: 201 }))
    .input(CreateAlert)
    .output(Alert)
    .mutation(({ ctx, input: { translations, ...values } }) =>
      alertService.create(
        ctx,
        values,
        translations?.map((fields) => ({ description: null, ...fields })),
      ),
    ),
  translate: permitted("alert.write", post(translation, { section, status: 201, dto: "CreateAlertTranslationDTO" }))
    .input(CreateAlertTranslation)
    .output(Alert)
    .mutation(({ ctx, input: { id, ifMatch, languageId, ...fields } }) =>
      alertService.translate(ctx, id, languageId, { description: null, ...fields }, ifMatch),
    ),
  changeTranslation: permitted(
    "alert.write",
    patch(`${translation}/{translationId}`, { section, dto: "UpdateAlertTranslationDTO" }),
  )
    .input(UpdateAlertTranslation)
    .output(Alert)
    .mutation(({ ctx, input: { id, translationId, ifMatch, ...fields } }) =>
      alertService.changeTranslation(ctx, id, translationId, fields, ifMatch),
    ),
  removeTranslation: permitted("alert.write", del(`${translation}/{translationId}`, { section }))
    .input(DeleteAlertTranslation)
    .output(Nothing)
    .mutation(({ ctx, input }) => alertService.removeTranslation(ctx, input.id, input.translationId, input.ifMatch)),
});
