import { fleetNoteProcedures } from "@/server/companies/fleet/fleet-note/fleet-note.router";
import { fleetNotesOf } from "@/server/companies/fleet/fleet-note/fleet-note.service";
import { get } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { FleetRider, ListFleetRiders } from "./fleet-rider.schema";
import { fleetRiderService } from "./fleet-rider.service";

const may = { read: "company-rider.read", write: "company-rider.read" } as const;
const of = { may, item: FleetRider, door: ofCompany };

export const fleetRiderRouter = router({
  ...listProcedures({
    ...of,
    rest: get("/v1/users/companies/{companyId}/riders", { section: "4.9" }),
    input: ListFleetRiders,
    dto: "ListUserCompanyRiderDTO",
    service: fleetRiderService,
  }),
  ...crudProcedures({ ...of, service: { get: fleetRiderService.get } }),
  notes: router(fleetNoteProcedures(fleetNotesOf(fleetRiderService, { modelType: "user", read: may.read }))),
});
