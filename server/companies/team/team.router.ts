import { ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { mailTemplateProcedures } from "../company-mail-template/company-mail-template.router";
import {
  CompanyPilot,
  CreateCompanyPilot,
  ListCompanyPilots,
  UpdateCompanyPilot,
} from "../company-pilot/company-pilot.schema";
import { teamPilotService } from "../company-pilot/company-pilot.service";
import { CompanyPreferences, UpdateCompanyPreferences } from "../company-preference/company-preference.schema";
import { companyPreferenceService } from "../company-preference/company-preference.service";
import {
  CompanyTeam,
  CreateCompanyTeam,
  ListCompanyTeams,
  UpdateCompanyTeam,
} from "../company-team/company-team.schema";
import { companyTeamService } from "../company-team/company-team.service";

// What 4.5 and 4.8 offer staff, for screens of the company's own people: the same services, inside their company.

const may = { read: "team.read", write: "team.write" } as const;
const teams = { may, item: CompanyTeam, service: companyTeamService, door: ofCompany };
const pilots = { may, item: CompanyPilot, service: teamPilotService, door: ofCompany };

export const teamRouter = router({
  ...listProcedures({ ...teams, input: ListCompanyTeams }),
  ...crudProcedures({ ...teams, create: CreateCompanyTeam, update: UpdateCompanyTeam }),
});

export const teamPilotRouter = router({
  ...listProcedures({ ...pilots, input: ListCompanyPilots, parent: "companyTeamId" }),
  ...crudProcedures({ ...pilots, create: CreateCompanyPilot, update: UpdateCompanyPilot }),
});

export const teamPreferenceRouter = router({
  get: ofCompany("team-preference.read")
    .output(CompanyPreferences)
    .query(({ ctx }) => companyPreferenceService.get(ctx)),
  update: ofCompany("team-preference.write")
    .input(UpdateCompanyPreferences)
    .output(CompanyPreferences)
    .mutation(({ ctx, input: { ifMatch, companyId: _, ...values } }) =>
      companyPreferenceService.update(ctx, values, ifMatch),
    ),
});

export const teamMailTemplateRouter = router(
  mailTemplateProcedures({
    may: { read: "team-mail-template.read", write: "team-mail-template.write" },
    door: ofCompany,
  }),
);
