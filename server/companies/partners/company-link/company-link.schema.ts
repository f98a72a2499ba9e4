import { z } from "zod";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant, Search, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

export const PartnerKind = z.enum(["dealer", "subcontractor"]);
export const PartnerStatus = z.enum(["invited", "to_confirm", "accepted", "refused", "ended"]);

const Named = z.object({ id: Id, name: z.string() });

/** A company and one that it works with: its dealer, or its subcontractor. */
export const CompanyLink = z.object({
  id: Id,
  company: Named,
  linkedCompany: Named,
  kind: PartnerKind,
  status: PartnerStatus,
  name: z.string().meta({ description: "What the company calls its partner." }),
  email: ShownEmail.nullable().meta({ description: "The address that the company gave." }),
  invitationDate: Instant.nullable().meta({ description: "null while an open invitation waits for staff" }),
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
    isWaiting: z.boolean().meta({ description: "Whether the invitation waits for staff." }),
    name: Search.meta({ description: "Part of the name of either company." }),
  },
});
