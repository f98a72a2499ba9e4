import { CurrentData } from "@/server/devices/current-data/current-data.schema";
import { get } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { pageOf } from "@/server/kit/list/list.schema";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { fleetNoteProcedures } from "../fleet-note/fleet-note.router";
import { fleetNotesOf } from "../fleet-note/fleet-note.service";
import {
  CompanyPers,
  GetPersCurrentData,
  ListAvailablePers,
  ListCompanyPers,
  PersBySerial,
  ShownPers,
} from "./company-pers.schema";
import { companyPersService } from "./company-pers.service";

const at = "/v1/users/companies/{companyId}";
const section = "4.9";
const may = { read: "company-pers.read", write: "company-pers.read" } as const;
const of = { may, item: CompanyPers, door: ofCompany };

export const companyPersRouter = router({
  ...listProcedures({
    ...of,
    rest: get(`${at}/pers`, { section }),
    input: ListCompanyPers,
    dto: "ListUserCompanyPersLinkResponseDTO",
    service: companyPersService,
  }),
  ...crudProcedures({ ...of, service: { get: companyPersService.get } }),
  bySerial: ofCompany(may.read, get(`${at}/pers/{persSerialNumber}`, { section }))
    .input(PersBySerial)
    .output(CompanyPers)
    .query(({ ctx, input }) => companyPersService.bySerial(ctx, input.persSerialNumber)),
  currentData: ofCompany(may.read, get(`${at}/pers/{id:persId}/current-data`, { section }))
    .input(GetPersCurrentData)
    .output(CurrentData)
    .query(({ ctx, input }) => companyPersService.currentData(ctx, input.id, input.languageId)),
  available: ofCompany(may.read, get(`${at}/available-pers-to-vehicle`, { section }))
    .input(ListAvailablePers)
    .output(pageOf(ShownPers).meta({ id: "ListBasePersDTO" }))
    .query(({ ctx, input }) => companyPersService.available(ctx, input)),
  notes: router(fleetNoteProcedures(fleetNotesOf(companyPersService, { modelType: "pers", read: may.read }))),
});
