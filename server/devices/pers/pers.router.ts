import { get, patch, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { ById, Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  CreatePers,
  ListPers,
  Pers,
  PersFirmware,
  PersFirmwareHistory,
  PersPin,
  SetPersStatus,
  UpdatePers,
} from "./pers.schema";
import { persService } from "./pers.service";
import { persFirmwareService } from "./pers-firmware.service";
import { PersKit, UpdatePersKit } from "./pers-kit.schema";
import { persKitService } from "./pers-kit.service";
import { persPinService } from "./pers-pin.service";

const at = "/v1/backoffice/pers";
const section = "4.12";
const kitDto = { section, dto: "UpdatePersKitConfigurationDTO" } as const;
const of = {
  may: { read: "pers.read", write: "pers.write" },
  item: Pers,
  service: persService,
} as const;
const { read, write } = of.may;

export const persRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListPers,
    dto: "ListPERSDTO",
  }),
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), create: CreatePers, update: UpdatePers }),
  setStatus: permitted(write)
    .input(SetPersStatus)
    .output(Nothing)
    .mutation(({ ctx, input }) => persService.setStatus(ctx, input.ids, input.status)),

  mailActivationPin: permitted("pers.pin", post(`${at}/{id}/activation-pin`, { section }))
    .input(ById)
    .output(Nothing)
    .mutation(({ ctx, input }) => persPinService.mail(ctx, input.id)),
  showActivationPin: permitted("pers.pin", undefined, { withoutKey: "it answers a secret" })
    .input(ById)
    .output(PersPin)
    .mutation(({ ctx, input }) => persPinService.show(ctx, input.id)),
  firmware: permitted(read)
    .input(ById)
    .output(PersFirmware)
    .query(({ ctx, input }) => persFirmwareService.get(ctx, input.id)),
  firmwareHistory: permitted(read)
    .input(ById)
    .output(PersFirmwareHistory)
    .query(({ ctx, input }) => persService.firmwareHistory(ctx, input.id)),

  kit: permitted(read, get("/v1/backoffice/admin/pers/{id}/kit-configuration", { section }))
    .input(ById)
    .output(PersKit)
    .query(({ ctx, input }) => persKitService.get(ctx, input.id)),
  updateKit: permitted(write, patch("/v1/backoffice/admin/pers/{id}/kit-configuration", kitDto))
    .input(UpdatePersKit)
    .output(PersKit)
    .mutation(({ ctx, input }) => persKitService.update(ctx, input)),
  kitByKey: permitted(read, get(`${at}/{id}/kit-configuration`, { section, auth: "apiKey" }))
    .input(ById)
    .output(PersKit)
    .query(({ ctx, input }) => persKitService.get(ctx, input.id)),
  updateKitByKey: permitted(write, patch(`${at}/{id}/kit-configuration`, { ...kitDto, auth: "apiKey" }))
    .input(UpdatePersKit)
    .output(PersKit)
    .mutation(({ ctx, input }) => persKitService.update(ctx, input)),
});
