import { get } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { CompanyPilot, CreateCompanyPilot, ListCompanyPilots, UpdateCompanyPilot } from "./company-pilot.schema";
import { companyPilotService } from "./company-pilot.service";

const at = "/v1/backoffice/company-pilots";
const section = "4.8";

const of = {
  may: { read: "company-pilot.read", write: "company-pilot.write" },
  item: CompanyPilot,
  service: companyPilotService,
} as const;

export const companyPilotRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListCompanyPilots,
    parent: "companyTeamId",
    dto: "ListCompanyPilotResponseDTO",
  }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, section),
    create: CreateCompanyPilot,
    update: UpdateCompanyPilot,
  }),
});
