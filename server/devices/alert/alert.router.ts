import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
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

export const alertRouter = router({
  ...listProcedures({
    may: { read: "alert.read" },
    rest: get(at, { section }),
    input: ListAlerts,
    item: Alert,
    dto: "ListAlertDTO",
    service: alertService,
  }),
  get: permitted("alert.read", get(`${at}/{id}`, { section }))
    .input(ById)
    .output(Alert)
    .query(({ ctx, input }) => alertService.get(ctx, input.id)),
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
  update: permitted("alert.write", patch(`${at}/{id}`, { section, dto: "UpdateAlertDTO" }))
    .input(byId(UpdateAlert.shape))
    .output(Alert)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => alertService.update(ctx, id, values, ifMatch)),
  remove: permitted("alert.write", del(`${at}/{id}`, { section }))
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => alertService.remove(ctx, input.id, input.ifMatch)),
  restore: permitted("alert.write")
    .input(ById)
    .output(Alert)
    .mutation(({ ctx, input }) => alertService.restore(ctx, input.id)),
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
