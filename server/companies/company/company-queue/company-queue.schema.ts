import { z } from "zod";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant, Search, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { choice, said } from "@/server/kit/value/words.rules";
import { t } from "@/texts/t";
import { companyStatusWords, verifiedWord } from "../company.rules";

const Status = choice(companyStatusWords);
const Named = z.object({ id: Id, name: z.string() });

/** A company that waits for a decision of staff: nobody has verified it, or another one has its register number. */
export const QueuedCompany = z.object({
  id: Id,
  name: z.string(),
  registerNumber: z.string(),
  email: ShownEmail.nullable(),
  status: Status,
  isVerified: z.boolean().register(said, verifiedWord),
  isDuplicate: z
    .boolean()
    .meta({ description: "Another company has the same register number." })
    .register(said, { text: (isDuplicate) => (isDuplicate ? t("Same register number") : null) }),
  category: Named,
  invitedBy: Named.nullable().meta({ description: "The company that made it by inviting it." }),
  peopleCount: z.int().meta({ description: "Members, and people who are invited." }),
  ...Stamps,
});

/** With what staff decide by. */
export const QueuedCompanyDetail = QueuedCompany.extend({
  sameNumber: z.array(
    z.object({ id: Id, name: z.string(), registerNumber: z.string(), status: Status, isVerified: z.boolean() }),
  ),
  inviters: z
    .array(
      z.object({
        id: Id,
        company: Named,
        kind: z.enum(["dealer", "subcontractor"]),
        status: z.enum(["invited", "to_confirm", "accepted", "refused", "ended"]),
        name: z.string().meta({ description: "What that company calls it." }),
        email: ShownEmail.nullable().meta({ description: "The address that was invited." }),
        acceptedEmail: z
          .string()
          .nullable()
          .meta({ description: "Who accepted, for who may read people of companies." }),
        invitationDate: Instant.nullable(),
      }),
    )
    .meta({ description: "Up to 100, the newest first." }),
});

export const ListQueuedCompanies = listInput({
  sort: ["createdAt", "name", "registerNumber"],
  filters: {
    name: Search.meta({ description: "Part of the name or of the register number." }),
    status: Status,
    isVerified: z.boolean(),
    isDuplicate: z.boolean(),
  },
  order: "createdAt:asc",
});
