import { get } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  CompanyPartnerReferent,
  CreateCompanyPartnerReferent,
  ListCompanyPartnerReferents,
  UpdateCompanyPartnerReferent,
} from "./company-partner-referent.schema";
import { companyPartnerReferentService } from "./company-partner-referent.service";

const at = "/v1/backoffice/company-partner-referent";
const section = "4.8";

const of = {
  may: { read: "company-partner-referent.read", write: "company-partner-referent.write" },
  item: CompanyPartnerReferent,
  service: companyPartnerReferentService,
} as const;

export const companyPartnerReferentRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListCompanyPartnerReferents,
    dto: "ListCompanyPartnerReferentResponseDTO",
  }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, section),
    create: CreateCompanyPartnerReferent,
    update: UpdateCompanyPartnerReferent,
  }),
});
