import { permitted, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { drawsPicture } from "@/server/platform/file/picture.service";
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
