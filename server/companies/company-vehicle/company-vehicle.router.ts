import { get } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { fleetNoteProcedures } from "../fleet-note/fleet-note.router";
import { fleetNotesOf } from "../fleet-note/fleet-note.service";
import { companyBrandService } from "./company-brand.service";
import { CompanyBrand, CompanyFleetVehicle, ListCompanyBrands, ListCompanyFleet } from "./company-vehicle.schema";
import { companyFleetService } from "./company-vehicle.service";

const at = "/v1/users/companies/{companyId}";
const section = "4.9";
const may = { read: "company-vehicle.read", write: "company-vehicle.read" } as const;
const of = { may, item: CompanyFleetVehicle, door: ofCompany };

export const companyVehicleRouter = router({
  ...listProcedures({
    ...of,
    rest: get(`${at}/vehicles`, { section }),
    input: ListCompanyFleet,
    dto: "ListUserCompanyVehicleLinkResponseDTO",
    service: companyFleetService,
  }),
  ...crudProcedures({ ...of, service: { get: companyFleetService.get } }),
  notes: router(fleetNoteProcedures(fleetNotesOf(companyFleetService, { modelType: "vehicle", read: may.read }))),
});

export const companyBrandRouter = router(
  listProcedures({
    may,
    door: ofCompany,
    item: CompanyBrand,
    rest: get(`${at}/vehicle-brand`, { section }),
    input: ListCompanyBrands,
    dto: "ListUserCompanyVehicleBrandDTO",
    service: companyBrandService,
  }),
);
