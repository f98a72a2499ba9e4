import { crudProcedures } from "@/server/kit/crud-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId } from "@/server/kit/wire";
import { AssignPers, CreateVehicle, ListVehicles, UpdateVehicle, Vehicle, VehiclePersHistory } from "./vehicle.schema";
import { vehicleService } from "./vehicle.service";

const of = {
  may: { read: "vehicle.read", write: "vehicle.write" },
  item: Vehicle,
  service: vehicleService,
} as const;

export const vehicleRouter = router({
  ...listProcedures({
    ...of,
    input: ListVehicles,
  }),
  ...crudProcedures({ ...of, create: CreateVehicle, update: UpdateVehicle }),
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
  persHistory: permitted("vehicle.read")
    .input(ById)
    .output(VehiclePersHistory)
    .query(({ ctx, input }) => vehicleService.persHistory(ctx, input.id)),
  ofPers: permitted("vehicle.read")
    .input(ById)
    .output(VehiclePersHistory)
    .query(({ ctx, input }) => vehicleService.vehicleHistory(ctx, input.id)),
});
