import { get, patch } from "@/server/kit/call/meta";
import { ofAnyCompany, router } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import {
  CompanyRoleConfiguration,
  ListCompanyRoleConfigurations,
  UpdateCompanyRoleConfiguration,
} from "./company-role-configuration.schema";
import { companyRoleConfigurationService } from "./company-role-configuration.service";

const at = "/v1/backoffice/company/{companyId}/company-role-configuration";
const section = "4.5";

export const companyRoleConfigurationRouter = router({
  ...listProcedures({
    may: { read: "company-role.read" },
    rest: get(at, { section }),
    input: ListCompanyRoleConfigurations,
    item: CompanyRoleConfiguration,
    dto: "ListCompanyRoleConfigurationDTO",
    service: companyRoleConfigurationService,
    door: ofAnyCompany,
  }),
  updateAll: ofAnyCompany("company-role.write", patch(at, { section, dto: "BulkUpdateCompanyRoleConfigurationDTO" }))
    .input(UpdateCompanyRoleConfiguration)
    .output(Nothing)
    .mutation(({ ctx, input }) => companyRoleConfigurationService.updateAll(ctx, input.items)),
});
