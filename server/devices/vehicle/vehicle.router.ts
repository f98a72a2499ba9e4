import { listProcedures } from "@/server/kit/list-procedures";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
import { AssignPers, CreateVehicle, ListVehicles, UpdateVehicle, Vehicle, VehiclePersHistory } from "./vehicle.schema";
import { vehicleService } from "./vehicle.service";

export const vehicleRouter = router({
  ...listProcedures({
    may: { read: "vehicle.read" },
    input: ListVehicles,
    item: Vehicle,
    service: vehicleService,
  }),
  get: permitted("vehicle.read")
    .input(ById)
    .output(Vehicle)
    .query(({ ctx, input }) => vehicleService.get(ctx, input.id)),
  create: permitted("vehicle.write")
    .input(CreateVehicle)
    .output(Vehicle)
    .mutation(({ ctx, input }) => vehicleService.create(ctx, input)),
  update: permitted("vehicle.write")
    .input(byId(UpdateVehicle.shape))
    .output(Vehicle)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => vehicleService.update(ctx, id, values, ifMatch)),
  assignPers: permitted("vehicle.write")
    .input(AssignPers)
    .output(Vehicle)
    .mutation(({ ctx, input: { id, persId, move, ifMatch } }) =>
      vehicleService.assignPers(ctx, id, persId, move, ifMatch),
    ),
  removePers: permitted("vehicle.write")
    .input(byId({}))
    .output(Vehicle)
    .mutation(({ ctx, input }) => vehicleService.removePers(ctx, input.id, input.ifMatch)),
  remove: permitted("vehicle.write")
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => vehicleService.remove(ctx, input.id, input.ifMatch)),
  restore: permitted("vehicle.write")
    .input(ById)
    .output(Vehicle)
    .mutation(({ ctx, input }) => vehicleService.restore(ctx, input.id)),
  persHistory: permitted("vehicle.read")
    .input(ById)
    .output(VehiclePersHistory)
    .query(({ ctx, input }) => vehicleService.persHistory(ctx, input.id)),
  ofPers: permitted("vehicle.read")
    .input(ById)
    .output(VehiclePersHistory)
    .query(({ ctx, input }) => vehicleService.vehicleHistory(ctx, input.id)),
});
