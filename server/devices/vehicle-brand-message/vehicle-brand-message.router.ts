import { get } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  CreateVehicleBrandMessage,
  ListVehicleBrandMessages,
  UpdateVehicleBrandMessage,
  VehicleBrandMessage,
} from "./vehicle-brand-message.schema";
import { vehicleBrandMessageService } from "./vehicle-brand-message.service";

const at = "/v1/backoffice/vehicle-brand-message";
const section = "4.12";

const of = {
  may: { read: "vehicle-brand-message.read", write: "vehicle-brand-message.write" },
  item: VehicleBrandMessage,
  service: vehicleBrandMessageService,
} as const;

/** The documents list the messages of one brand; screens also those of all. */
export const vehicleBrandMessageRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListVehicleBrandMessages,
    parent: "vehicleBrandId",
    dto: "ListBrandMessageDTO",
  }),
  ...crudProcedures({
    ...of,
    rest: { ...restOf(`${at}/{id}`, section, { created: 200 }), get: undefined },
    create: CreateVehicleBrandMessage,
    update: UpdateVehicleBrandMessage,
  }),
});
