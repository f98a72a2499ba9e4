import { z } from "zod";
import { listInput } from "@/server/kit/list.schema";
import { Id, Search, Stamps } from "@/server/kit/wire";

export const PartnerKind = z.enum(["dealer", "subcontractor"]);
export const PartnerStatus = z.enum(["invited", "accepted", "refused", "ended"]);

const Named = z.object({ id: Id, name: z.string() });

/** A company and one that it works with: its dealer, or its subcontractor. */
export const CompanyLink = z.object({
  id: Id,
  company: Named,
  linkedCompany: Named,
  kind: PartnerKind,
  status: PartnerStatus,
  ...Stamps,
});

export const ListCompanyLinks = listInput({
  sort: ["company.name", "linkedCompany.name", "kind", "status", "createdAt", "updatedAt"],
  filters: {
    companyId: Id,
    linkedCompanyId: Id,
    ofCompanyId: Id.meta({ description: "The company, or the one that works for it." }),
    kind: PartnerKind,
    status: PartnerStatus,
    name: Search.meta({ description: "Part of the name of either company." }),
  },
});
