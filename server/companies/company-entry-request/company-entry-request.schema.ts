import { z } from "zod";
import { listInput } from "@/server/kit/list.schema";
import { Id, Instant, Stamps } from "@/server/kit/wire";
import { PartnerKind } from "../company-link/company-link.schema";

const statuses = z.enum(["waiting", "let_in", "refused"]);

/** Somebody who proved an address that another company invited, and who asks to be let into this one. */
export const CompanyEntryRequest = z
  .object({
    id: Id,
    status: statuses,
    person: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
    invitedBy: z
      .object({ company: z.string(), kind: PartnerKind, isOpen: z.boolean() })
      .nullable()
      .meta({ description: "The company that invited them, and whether its invitation waits for an answer." }),
    decidedAt: Instant.nullable(),
    ...Stamps,
  })
  .meta({ id: "CompanyEntryRequestDTO" });

export const ListCompanyEntryRequests = listInput({ sort: ["createdAt"], filters: { status: statuses } });

export const AnswerEntryRequest = z.object({
  id: Id,
  status: z.enum(["let_in", "refused"]),
  acceptsPartnership: z
    .boolean()
    .default(false)
    .meta({ description: "Whether the partnership that they were invited for is accepted with it." }),
});
