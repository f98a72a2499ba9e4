import { get } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { fleetNoteProcedures } from "../fleet-note/fleet-note.router";
import { fleetNotesOf } from "../fleet-note/fleet-note.service";
import { CompanyRider, ListCompanyRiders } from "./company-rider.schema";
import { companyRiderService } from "./company-rider.service";

const may = { read: "company-rider.read", write: "company-rider.read" } as const;
const of = { may, item: CompanyRider, door: ofCompany };

export const companyRiderRouter = router({
  ...listProcedures({
    ...of,
    rest: get("/v1/users/companies/{companyId}/riders", { section: "4.9" }),
    input: ListCompanyRiders,
    dto: "ListUserCompanyRiderDTO",
    service: companyRiderService,
  }),
  ...crudProcedures({ ...of, service: { get: companyRiderService.get } }),
  notes: router(fleetNoteProcedures(fleetNotesOf(companyRiderService, { modelType: "user", read: may.read }))),
});
