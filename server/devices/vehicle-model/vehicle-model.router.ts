import { listProcedures } from "@/server/kit/list-procedures";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
import {
  CreateVehicleModel,
  DuplicateVehicleModel,
  ListVehicleModels,
  SetVehicleModelPicture,
  UpdateVehicleModel,
  VehicleModel,
} from "./vehicle-model.schema";
import { vehicleModelService } from "./vehicle-model.service";

export const vehicleModelRouter = router({
  ...listProcedures({
    may: { read: "vehicle.read" },
    input: ListVehicleModels,
    item: VehicleModel,
    service: vehicleModelService,
  }),
  get: permitted("vehicle.read")
    .input(ById)
    .output(VehicleModel)
    .query(({ ctx, input }) => vehicleModelService.get(ctx, input.id)),
  create: permitted("vehicle.write")
    .input(CreateVehicleModel)
    .output(VehicleModel)
    .mutation(({ ctx, input }) => vehicleModelService.create(ctx, input)),
  update: permitted("vehicle.write")
    .input(byId(UpdateVehicleModel.shape))
    .output(VehicleModel)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => vehicleModelService.update(ctx, id, values, ifMatch)),
  setPicture: permitted("vehicle.write")
    .input(SetVehicleModelPicture)
    .output(VehicleModel)
    .mutation(({ ctx, input }) => vehicleModelService.setPicture(ctx, input.id, input.picture, input.ifMatch)),
  duplicate: permitted("vehicle.write")
    .input(DuplicateVehicleModel)
    .output(VehicleModel)
    .mutation(({ ctx, input }) => vehicleModelService.duplicate(ctx, input.id, input.nameVehicleModel)),
  remove: permitted("vehicle.write")
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => vehicleModelService.remove(ctx, input.id, input.ifMatch)),
  restore: permitted("vehicle.write")
    .input(ById)
    .output(VehicleModel)
    .mutation(({ ctx, input }) => vehicleModelService.restore(ctx, input.id)),
});
