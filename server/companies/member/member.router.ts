import { crudProcedures } from "@/server/kit/crud-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { ofCompany, router } from "@/server/kit/procedure";
import { CompanyUser, ListCompanyUsers } from "../company-admin/company-admin.schema";
import { companyUserService } from "../company-admin/company-user.service";

const may = { read: "company-member.read", write: "company-member.read" } as const;
const of = { may, item: CompanyUser, door: ofCompany };

/** Everybody of a company, for its own people. */
export const memberRouter = router({
  ...listProcedures({ ...of, input: ListCompanyUsers, service: companyUserService }),
  ...crudProcedures({ ...of, service: { get: companyUserService.get } }),
});
