import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
import {
  BrandMessage,
  CreateBrandMessage,
  ListAllBrandMessages,
  ListBrandMessages,
  UpdateBrandMessage,
} from "./vehicle-brand-message.schema";
import { brandMessageService } from "./vehicle-brand-message.service";

const at = "/v1/backoffice/vehicle-brand-message";
const section = "4.12";

const lists = { may: { read: "brand-message.read" }, item: BrandMessage, service: brandMessageService } as const;
const ofOneBrand = { rest: get(at, { section }), input: ListBrandMessages, dto: "ListBrandMessageDTO" };

export const brandMessageRouter = router({
  ...listProcedures({ ...lists, input: ListAllBrandMessages }),
  list: listProcedures({ ...lists, ...ofOneBrand }).list,
  get: permitted("brand-message.read")
    .input(ById)
    .output(BrandMessage)
    .query(({ ctx, input }) => brandMessageService.get(ctx, input.id)),
  create: permitted("brand-message.write", post(at, { section }))
    .input(CreateBrandMessage)
    .output(BrandMessage)
    .mutation(({ ctx, input }) => brandMessageService.create(ctx, input)),
  update: permitted("brand-message.write", patch(`${at}/{id}`, { section, dto: "UpdateBrandMessageDTO" }))
    .input(byId(UpdateBrandMessage.shape))
    .output(BrandMessage)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => brandMessageService.update(ctx, id, values, ifMatch)),
  remove: permitted("brand-message.write", del(`${at}/{id}`, { section }))
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => brandMessageService.remove(ctx, input.id, input.ifMatch)),
  restore: permitted("brand-message.write")
    .input(ById)
    .output(BrandMessage)
    .mutation(({ ctx, input }) => brandMessageService.restore(ctx, input.id)),
});
