import { get } from "@/server/kit/call/meta";
import { ofAnyCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { CompanyTeam, CreateCompanyTeam, ListCompanyTeams, UpdateCompanyTeam } from "./company-team.schema";
import { companyTeamService } from "./company-team.service";

const at = "/v1/backoffice/company-teams";
const section = "4.8";

const of = {
  may: { read: "company-team.read", write: "company-team.write" },
  item: CompanyTeam,
  service: companyTeamService,
} as const;
const rest = restOf(`${at}/{id}`, section);

// The list and a new team name their company, in the query and in the body; a team that is there has its own.
const { create } = crudProcedures({ ...of, door: ofAnyCompany, rest, create: CreateCompanyTeam });

export const companyTeamRouter = router({
  ...listProcedures({
    ...of,
    door: ofAnyCompany,
    rest: get(at, { section }),
    input: ListCompanyTeams,
    dto: "ListCompanyTeamResponseDTO",
  }),
  ...crudProcedures({ ...of, rest, update: UpdateCompanyTeam }),
  create,
});
