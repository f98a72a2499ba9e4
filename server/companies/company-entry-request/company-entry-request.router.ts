import { listProcedures } from "@/server/kit/list-procedures";
import { ofCompany, router } from "@/server/kit/procedure";
import { AnswerEntryRequest, CompanyEntryRequest, ListCompanyEntryRequests } from "./company-entry-request.schema";
import { companyEntryRequestService as service } from "./company-entry-request.service";

const may = { read: "company-member.read", write: "company-member.write" } as const;

/** Who asks to be let into a company, for its admins. */
export const companyEntryRequestRouter = router({
  ...listProcedures({ may, item: CompanyEntryRequest, door: ofCompany, input: ListCompanyEntryRequests, service }),
  answer: ofCompany(may.write)
    .input(AnswerEntryRequest)
    .output(CompanyEntryRequest)
    .mutation(({ ctx, input }) => service.answer(ctx, input)),
});
