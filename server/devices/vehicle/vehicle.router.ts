import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
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
