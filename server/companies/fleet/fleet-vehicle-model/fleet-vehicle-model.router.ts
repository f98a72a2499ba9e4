import {
  CreateVehicleModel,
  ListVehicleModels,
  SetVehicleModelPicture,
  UpdateVehicleModel,
  VehicleModel,
} from "@/server/devices/vehicle-model/vehicle-model.schema";
import { vehicleModelService } from "@/server/devices/vehicle-model/vehicle-model.service";
import { get, patch, post } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { byId } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { drawsPicture } from "@/server/platform/file/picture.service";
import { CreateOwnVehicleModel, DuplicateOwnVehicleModel, UpdateOwnVehicleModel } from "./fleet-vehicle-model.schema";

const at = "/v1/users/companies/{companyId}/vehicle-model";
const one = `${at}/{id}`;
const section = "4.9";
const may = { read: "company-vehicle-model.read", write: "company-vehicle-model.write" } as const;
const of = { may, item: VehicleModel, service: vehicleModelService, door: ofCompany };
const { get: getOne, remove } = restOf(one, section);

/** The models that a company uses: those for everybody, which it reads, and its own (document 4.9). */
export const fleetVehicleModelRouter = router({
  ...listProcedures({ ...of, rest: get(at, { section }), input: ListVehicleModels, dto: "ListVehicleModelDTO" }),
  // The documented POST and PATCH take forms, which stand below; screens send JSON, and the picture by setPicture.
  ...crudProcedures({
    ...of,
    rest: { get: getOne, remove },
    create: CreateVehicleModel,
    update: UpdateVehicleModel,
  }),
  createByForm: ofCompany(
    may.write,
    post(at, { section, status: 201, limited: true, files: ["picture"], dto: "UserCreateVehicleModelDTO" }),
  )
    .input(CreateOwnVehicleModel)
    .use(drawsPicture("picture"))
    .output(VehicleModel)
    .mutation(({ ctx, input: { companyId, picture, ...values } }) =>
      vehicleModelService.create(ctx, { ...values, picture: ctx.drawn }),
    ),
  updateByForm: ofCompany(
    may.write,
    patch(one, { section, limited: true, files: ["picture"], dto: "UserUpdateVehicleModelDTO" }),
  )
    .input(byId(UpdateOwnVehicleModel.shape))
    .use(drawsPicture("picture"))
    .output(VehicleModel)
    .mutation(({ ctx, input: { companyId, id, ifMatch, picture, ...values } }) =>
      vehicleModelService.update(ctx, id, { ...values, picture: ctx.drawn }, ifMatch),
    ),
  setPicture: ofCompany(may.write)
    .input(SetVehicleModelPicture)
    .use(drawsPicture("picture"))
    .output(VehicleModel)
    .mutation(({ ctx, input }) => vehicleModelService.setPicture(ctx, input.id, ctx.drawn ?? null, input.ifMatch)),
  duplicate: ofCompany(
    may.write,
    post(`${one}/duplicate`, { section, status: 201, dto: "UserDuplicateVehicleModelDTO" }),
  )
    .input(DuplicateOwnVehicleModel)
    .output(VehicleModel)
    .mutation(({ ctx, input }) => vehicleModelService.duplicate(ctx, input.id, input.nameVehicleModel)),
});
