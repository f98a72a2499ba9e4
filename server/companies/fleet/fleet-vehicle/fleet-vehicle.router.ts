import { fleetNoteProcedures } from "@/server/companies/fleet/fleet-note/fleet-note.router";
import { fleetNotesOf } from "@/server/companies/fleet/fleet-note/fleet-note.service";
import { get } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { fleetBrandService } from "./fleet-brand.service";
import { CompanyFleetVehicle, FleetBrand, ListCompanyFleet, ListFleetBrands } from "./fleet-vehicle.schema";
import { companyFleetService } from "./fleet-vehicle.service";

const at = "/v1/users/companies/{companyId}";
const section = "4.9";
const may = { read: "company-vehicle.read", write: "company-vehicle.read" } as const;
const of = { may, item: CompanyFleetVehicle, door: ofCompany };

export const fleetVehicleRouter = router({
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

export const fleetBrandRouter = router(
  listProcedures({
    may,
    door: ofCompany,
    item: FleetBrand,
    rest: get(`${at}/vehicle-brand`, { section }),
    input: ListFleetBrands,
    dto: "ListUserCompanyVehicleBrandDTO",
    service: fleetBrandService,
  }),
);
