import { permitted, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { drawsPicture } from "@/server/platform/file/picture.service";
import {
  CreateVehicleModel,
  DuplicateVehicleModel,
  ListVehicleModels,
  SetVehicleModelPicture,
  UpdateVehicleModel,
  VehicleModel,
} from "./vehicle-model.schema";
import { vehicleModelService } from "./vehicle-model.service";

const of = {
  may: { read: "vehicle.read", write: "vehicle.write" },
  item: VehicleModel,
  service: vehicleModelService,
} as const;

export const vehicleModelRouter = router({
  ...listProcedures({
    ...of,
    input: ListVehicleModels,
  }),
  ...crudProcedures({ ...of, create: CreateVehicleModel, update: UpdateVehicleModel }),
  setPicture: permitted("vehicle.write")
    .input(SetVehicleModelPicture)
    .use(drawsPicture("picture"))
    .output(VehicleModel)
    .mutation(({ ctx, input }) => vehicleModelService.setPicture(ctx, input.id, ctx.drawn ?? null, input.ifMatch)),
  duplicate: permitted("vehicle.write")
    .input(DuplicateVehicleModel)
    .output(VehicleModel)
    .mutation(({ ctx, input }) => vehicleModelService.duplicate(ctx, input.id, input.nameVehicleModel)),
});
