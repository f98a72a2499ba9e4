import { mailTemplateProcedures } from "@/server/companies/company/company-mail-template/company-mail-template.router";
import {
  CompanyPreferences,
  UpdateCompanyPreferences,
} from "@/server/companies/company/company-preference/company-preference.schema";
import { companyPreferenceService } from "@/server/companies/company/company-preference/company-preference.service";
import {
  CompanyPilot,
  CreateCompanyPilot,
  ListCompanyPilots,
  UpdateCompanyPilot,
} from "@/server/companies/people/company-pilot/company-pilot.schema";
import { teamPilotService } from "@/server/companies/people/company-pilot/company-pilot.service";
import {
  CompanyTeam,
  CreateCompanyTeam,
  ListCompanyTeams,
  UpdateCompanyTeam,
} from "@/server/companies/people/company-team/company-team.schema";
import { companyTeamService } from "@/server/companies/people/company-team/company-team.service";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";

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
