import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
import { CreateModelPers, ListModelPers, ModelPers, UpdateModelPers } from "./model-pers.schema";
import { modelPersService } from "./model-pers.service";

const at = "/v1/backoffice/admin/model-pers";
const section = "4.12";

export const modelPersRouter = router({
  ...listProcedures({
    permission: "model-pers.read",
    rest: get(at, { section }),
    input: ListModelPers,
    item: ModelPers,
    dto: "ListModelPERSDTO",
    service: modelPersService,
  }),
  get: permitted("model-pers.read", get(`${at}/{id}`, { section }))
    .input(ById)
    .output(ModelPers)
    .query(({ ctx, input }) => modelPersService.get(ctx, input.id)),
  create: permitted("model-pers.write", post(at, { section, status: 201 }))
    .input(CreateModelPers)
    .output(ModelPers)
    .mutation(({ ctx, input }) => modelPersService.create(ctx, input)),
  update: permitted("model-pers.write", patch(`${at}/{id}`, { section, dto: "UpdateModelPERSDTO" }))
    .input(byId(UpdateModelPers.shape))
    .output(ModelPers)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => modelPersService.update(ctx, id, values, ifMatch)),
  remove: permitted("model-pers.write", del(`${at}/{id}`, { section }))
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => modelPersService.remove(ctx, input.id, input.ifMatch)),
  restore: permitted("model-pers.write")
    .input(ById)
    .output(ModelPers)
    .mutation(({ ctx, input }) => modelPersService.restore(ctx, input.id)),
});
