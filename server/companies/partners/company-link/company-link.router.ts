import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { CompanyLink, ListCompanyLinks } from "./company-link.schema";
import { companyLinkService } from "./company-link.service";

/** The partners of all companies, for screens of staff. */
export const companyLinkRouter = router(
  listProcedures({
    may: { read: "company.read" },
    input: ListCompanyLinks,
    item: CompanyLink,
    service: companyLinkService,
  }),
);
