import { del, get, post } from "@/server/kit/call/meta";
import { ofAnyCompany, router } from "@/server/kit/call/procedure";
import { IfMatch, Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import {
  CompanyVehicleLinkOf,
  CreateCompanyVehicleLink,
  FleetVehicle,
  ListFleetVehicles,
} from "./company-vehicle-link.schema";
import { companyVehicleLinkService } from "./company-vehicle-link.service";

const at = "/v1/backoffice/company/{companyId}/vehicle/links";
const section = "4.7";
const may = { read: "company-vehicle-link.read", write: "company-vehicle-link.write" } as const;

export const companyVehicleLinkRouter = router({
  ...listProcedures({
    may,
    door: ofAnyCompany,
    rest: get(at, { section }),
    input: ListFleetVehicles,
    item: FleetVehicle,
    dto: "CompanyVehicleListResponseDTO",
    service: companyVehicleLinkService,
  }),
  ...crudProcedures({
    may,
    door: ofAnyCompany,
    item: FleetVehicle,
    service: { get: companyVehicleLinkService.get },
  }),
  create: ofAnyCompany(
    may.write,
    post(at, {
      section,
      auth: "either",
      headers: { currentUserId: "bo-current-user-id" },
      dto: "CreateCompanyVehicleLinkDTO",
    }),
  )
    .input(CreateCompanyVehicleLink)
    .output(Nothing)
    .mutation(({ ctx, input }) => companyVehicleLinkService.create(ctx, input)),
  remove: ofAnyCompany(may.write, del(`${at}/{linkId}`, { section }))
    .input(CompanyVehicleLinkOf.extend({ ifMatch: IfMatch }))
    .output(Nothing)
    .mutation(({ ctx, input }) => companyVehicleLinkService.remove(ctx, input.linkId, input.ifMatch)),
});
