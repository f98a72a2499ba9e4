import { crudProcedures, restOf } from "@/server/kit/crud-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { get } from "@/server/kit/meta";
import { router } from "@/server/kit/procedure";
import {
  BrandMessage,
  CreateBrandMessage,
  ListBrandMessages,
  UpdateBrandMessage,
} from "./vehicle-brand-message.schema";
import { brandMessageService } from "./vehicle-brand-message.service";

const at = "/v1/backoffice/vehicle-brand-message";
const section = "4.12";

const of = {
  may: { read: "brand-message.read", write: "brand-message.write" },
  item: BrandMessage,
  service: brandMessageService,
} as const;

/** The documents list the messages of one brand; screens also those of all. */
export const brandMessageRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListBrandMessages,
    parent: "vehicleBrandId",
    dto: "ListBrandMessageDTO",
  }),
  ...crudProcedures({
    ...of,
    rest: { ...restOf(`${at}/{id}`, section, { created: 200 }), get: undefined },
    create: CreateBrandMessage,
    update: UpdateBrandMessage,
  }),
});
