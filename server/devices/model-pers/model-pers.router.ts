import { get } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { drawsPicture } from "@/server/platform/file/picture.service";
import { CreateModelPers, ListModelPers, ModelPers, SetModelPersPicture, UpdateModelPers } from "./model-pers.schema";
import { modelPersService } from "./model-pers.service";

const at = "/v1/backoffice/admin/model-pers";
const section = "4.12";

const of = {
  may: { read: "model-pers.read", write: "model-pers.write" },
  item: ModelPers,
  service: modelPersService,
} as const;

export const modelPersRouter = router({
  ...listProcedures({ ...of, rest: get(at, { section }), input: ListModelPers, dto: "ListModelPERSDTO" }),
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), create: CreateModelPers, update: UpdateModelPers }),
  setPicture: permitted("model-pers.write")
    .input(SetModelPersPicture)
    .use(drawsPicture("picture"))
    .output(ModelPers)
    .mutation(({ ctx, input }) => modelPersService.setPicture(ctx, input.id, ctx.drawn ?? null, input.ifMatch)),
});
