import { get } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  CompanyVehicleBrandLink,
  CreateCompanyVehicleBrandLink,
  ListCompanyVehicleBrandLinks,
  UpdateCompanyVehicleBrandLink,
} from "./company-vehicle-brand-link.schema";
import { companyVehicleBrandLinkService } from "./company-vehicle-brand-link.service";

const at = "/v1/backoffice/admin/company-vehicle-brand-link";
const section = "4.7";

const of = {
  may: { read: "company-vehicle-brand-link.read", write: "company-vehicle-brand-link.write" },
  item: CompanyVehicleBrandLink,
  service: companyVehicleBrandLinkService,
} as const;

export const companyVehicleBrandLinkRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListCompanyVehicleBrandLinks,
    dto: "ListCompanyVehicleBrandLinkDTO",
  }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, section),
    create: CreateCompanyVehicleBrandLink,
    update: UpdateCompanyVehicleBrandLink,
  }),
});
