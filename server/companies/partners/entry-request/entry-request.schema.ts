import { z } from "zod";
import { PartnerKind } from "@/server/companies/partners/company-link/company-link.schema";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

const statuses = z.enum(["waiting", "let_in", "refused"]);

/** Somebody who proved an address that another company invited, and who asks to be let into this one. */
export const EntryRequest = z
  .object({
    id: Id,
    status: statuses,
    company: z.object({ id: Id, name: z.string() }),
    person: z.object({ firstName: z.string(), lastName: z.string(), email: ShownEmail }),
    invitedBy: z
      .object({ company: z.string(), kind: PartnerKind, isOpen: z.boolean() })
      .nullable()
      .meta({ description: "The company that invited them, and whether its invitation waits for an answer." }),
    decidedAt: Instant.nullable(),
    ...Stamps,
  })
  .meta({ id: "CompanyEntryRequestDTO" });

export const ListEntryRequests = listInput({
  sort: ["createdAt", "status", "person.lastName", "company.name"],
  filters: {
    status: statuses,
    name: z.string().meta({ description: "A part of the person's name or address, or of the company's name." }),
  },
});

/** As staff answer, for a company that has nobody who does; partnerships are the company's own to accept. */
export const AnswerForCompany = z.object({ id: Id, status: z.enum(["let_in", "refused"]) });

export const AnswerEntryRequest = AnswerForCompany.extend({
  acceptsPartnership: z
    .boolean()
    .default(false)
    .meta({ description: "Whether the partnership that they were invited for is accepted with it." }),
});
