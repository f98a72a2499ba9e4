import { listProcedures } from "@/server/kit/list-procedures";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
import {
  CreateVehicleBrand,
  ListVehicleBrands,
  SetVehicleBrandLogo,
  UpdateVehicleBrand,
  VehicleBrand,
} from "./vehicle-brand.schema";
import { vehicleBrandService } from "./vehicle-brand.service";

export const vehicleBrandRouter = router({
  ...listProcedures({
    may: { read: "vehicle.read" },
    input: ListVehicleBrands,
    item: VehicleBrand,
    service: vehicleBrandService,
  }),
  get: permitted("vehicle.read")
    .input(ById)
    .output(VehicleBrand)
    .query(({ ctx, input }) => vehicleBrandService.get(ctx, input.id)),
  create: permitted("vehicle.write")
    .input(CreateVehicleBrand)
    .output(VehicleBrand)
    .mutation(({ ctx, input }) => vehicleBrandService.create(ctx, input)),
  update: permitted("vehicle.write")
    .input(byId(UpdateVehicleBrand.shape))
    .output(VehicleBrand)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => vehicleBrandService.update(ctx, id, values, ifMatch)),
  setLogo: permitted("vehicle.write")
    .input(SetVehicleBrandLogo)
    .output(VehicleBrand)
    .mutation(({ ctx, input }) => vehicleBrandService.setLogo(ctx, input.id, input.logo, input.ifMatch)),
  remove: permitted("vehicle.write")
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => vehicleBrandService.remove(ctx, input.id, input.ifMatch)),
  restore: permitted("vehicle.write")
    .input(ById)
    .output(VehicleBrand)
    .mutation(({ ctx, input }) => vehicleBrandService.restore(ctx, input.id)),
});
