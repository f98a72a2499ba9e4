import { ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { memberProcedures } from "../company-admin/company-admin.router";
import { CompanyUser, ListCompanyUsers } from "../company-admin/company-admin.schema";
import { companyMemberService as service } from "../company-admin/company-member.service";

const may = { read: "company-member.read", write: "company-member.write" } as const;

/** Everybody of a company, for its own people. */
export const memberRouter = router({
  ...listProcedures({ may, item: CompanyUser, door: ofCompany, input: ListCompanyUsers, service }),
  ...memberProcedures(ofCompany, may, service),
});
