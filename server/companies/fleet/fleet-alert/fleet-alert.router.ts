import { FleetAlert, ListFleetAlerts } from "@/server/devices/alert-desk/alert-desk.schema";
import { deskProcedures } from "@/server/devices/alert-desk/alert-desk-procedures";
import { get } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { fleetNoteProcedures } from "../fleet-note/fleet-note.router";
import { fleetNotesOf } from "../fleet-note/fleet-note.service";
import { fleetAlertService as service } from "./fleet-alert.service";

const at = "/v1/users/companies/{companyId}/pers-alerts";
const section = "own PERS alerts";
const may = { read: "company-alert.read", write: "company-alert.write" } as const;
const of = { may, item: FleetAlert, service, door: ofCompany };

/** The desk of a company: the alerts of the devices that it reaches, as its own work. */
export const fleetAlertRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListFleetAlerts,
    dto: "ListFleetAlertDTO",
    isLive: true,
  }),
  ...deskProcedures({ ...of, at, section }),
  notes: router(fleetNoteProcedures(fleetNotesOf(service, { modelType: "pers-alert", read: may.read }))),
});
