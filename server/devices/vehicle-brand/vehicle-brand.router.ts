import { crudProcedures } from "@/server/kit/crud-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { permitted, router } from "@/server/kit/procedure";
import { drawsPicture } from "@/server/storage/picture.service";
import {
  CreateVehicleBrand,
  ListVehicleBrands,
  SetVehicleBrandLogo,
  UpdateVehicleBrand,
  VehicleBrand,
} from "./vehicle-brand.schema";
import { vehicleBrandService } from "./vehicle-brand.service";

const of = {
  may: { read: "vehicle.read", write: "vehicle.write" },
  item: VehicleBrand,
  service: vehicleBrandService,
} as const;

export const vehicleBrandRouter = router({
  ...listProcedures({
    ...of,
    input: ListVehicleBrands,
  }),
  ...crudProcedures({ ...of, create: CreateVehicleBrand, update: UpdateVehicleBrand }),
  setLogo: permitted("vehicle.write")
    .input(SetVehicleBrandLogo)
    .use(drawsPicture("logo"))
    .output(VehicleBrand)
    .mutation(({ ctx, input }) => vehicleBrandService.setLogo(ctx, input.id, ctx.drawn ?? null, input.ifMatch)),
});
