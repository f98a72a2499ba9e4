import { fleetNoteProcedures } from "@/server/companies/fleet/fleet-note/fleet-note.router";
import { fleetNotesOf } from "@/server/companies/fleet/fleet-note/fleet-note.service";
import { CurrentData } from "@/server/devices/current-data/current-data.schema";
import { get } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { pageOf } from "@/server/kit/list/list.schema";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import {
  FleetPers,
  GetPersCurrentData,
  ListAvailablePers,
  ListFleetPers,
  PersBySerial,
  ShownPers,
} from "./fleet-pers.schema";
import { fleetPersService } from "./fleet-pers.service";

const at = "/v1/users/companies/{companyId}";
const section = "4.9";
const may = { read: "company-pers.read", write: "company-pers.read" } as const;
const of = { may, item: FleetPers, door: ofCompany };

export const fleetPersRouter = router({
  ...listProcedures({
    ...of,
    rest: get(`${at}/pers`, { section }),
    input: ListFleetPers,
    dto: "ListUserCompanyPersLinkResponseDTO",
    service: fleetPersService,
  }),
  ...crudProcedures({ ...of, service: { get: fleetPersService.get } }),
  bySerial: ofCompany(may.read, get(`${at}/pers/{persSerialNumber}`, { section }))
    .input(PersBySerial)
    .output(FleetPers)
    .query(({ ctx, input }) => fleetPersService.bySerial(ctx, input.persSerialNumber)),
  currentData: ofCompany(may.read, get(`${at}/pers/{id:persId}/current-data`, { section }))
    .input(GetPersCurrentData)
    .output(CurrentData)
    .query(({ ctx, input }) => fleetPersService.currentData(ctx, input.id, input.languageId)),
  available: ofCompany(may.read, get(`${at}/available-pers-to-vehicle`, { section }))
    .input(ListAvailablePers)
    .output(pageOf(ShownPers).meta({ id: "ListBasePersDTO" }))
    .query(({ ctx, input }) => fleetPersService.available(ctx, input)),
  notes: router(fleetNoteProcedures(fleetNotesOf(fleetPersService, { modelType: "pers", read: may.read }))),
});
