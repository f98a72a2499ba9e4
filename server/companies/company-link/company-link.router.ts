import { listProcedures } from "@/server/kit/list-procedures";
import { ofAnyCompany, router } from "@/server/kit/procedure";
import { sendWaiting } from "../company-partner/partner-invitation.service";
import { CompanyLink, ListCompanyLinks, SentInvitations } from "./company-link.schema";
import { companyLinkService } from "./company-link.service";

/** The partners of all companies, for screens of staff. */
export const companyLinkRouter = router({
  ...listProcedures({
    may: { read: "company.read" },
    input: ListCompanyLinks,
    item: CompanyLink,
    service: companyLinkService,
  }),
  sendWaiting: ofAnyCompany("company-admin.write")
    .output(SentInvitations)
    .mutation(async ({ ctx }) => ({ sent: await sendWaiting(ctx) })),
});
