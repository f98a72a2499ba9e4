import { memberProcedures } from "@/server/companies/people/company-admin/company-admin.router";
import { CompanyUser, ListCompanyUsers } from "@/server/companies/people/company-admin/company-admin.schema";
import { companyMemberService as service } from "@/server/companies/people/company-admin/company-member.service";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";

const may = { read: "company-member.read", write: "company-member.write" } as const;

/** Everybody of a company, for its own people. */
export const memberRouter = router({
  ...listProcedures({ may, item: CompanyUser, door: ofCompany, input: ListCompanyUsers, service }),
  ...memberProcedures(ofCompany, may, service),
});
