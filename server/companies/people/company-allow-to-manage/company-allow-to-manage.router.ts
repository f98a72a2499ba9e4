import { get, patch } from "@/server/kit/call/meta";
import { ofAnyCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import {
  CompanyAllowToManage,
  CompanyMatrix,
  ListCompanyAllowToManage,
  UpdateCompanyAllowToManage,
} from "./company-allow-to-manage.schema";
import { companyAllowToManageService } from "./company-allow-to-manage.service";

const at = "/v1/backoffice/company/{companyId}/company-allow-to-manage";
const section = "4.5";

export const companyAllowToManageRouter = router({
  ...listProcedures({
    may: { read: "company-role.read" },
    rest: get(at, { section }),
    input: ListCompanyAllowToManage,
    item: CompanyAllowToManage,
    dto: "ListCompanyAllowToManageDTO",
    service: companyAllowToManageService,
    door: ofAnyCompany,
  }),
  updateAll: ofAnyCompany("company-role.write", patch(at, { section, dto: "BulkUpdateCompanyAllowToManageDTO" }))
    .input(UpdateCompanyAllowToManage)
    .output(CompanyMatrix)
    .mutation(({ ctx, input }) => companyAllowToManageService.updateAll(ctx, input.items)),
});
