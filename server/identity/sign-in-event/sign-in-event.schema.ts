import { z } from "zod";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant, Moment, Search } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { choice, said } from "@/server/kit/value/words.rules";
import { signInKindWords, signInReasonWords } from "./sign-in-event.rules";

const Kind = choice(signInKindWords);
const Reason = choice(signInReasonWords);

export const SignInEvent = z.object({
  id: Id,
  kind: Kind,
  reason: Reason,
  user: z
    .object({ id: Id, name: z.string(), email: ShownEmail.nullable() })
    .nullable()
    .meta({ description: "null where the address has no account, or too many were tried at once" })
    .register(said, { text: ({ name, email }) => email ?? name }),
  network: z.string().nullable().meta({ description: "An IPv4 address, or the network of an IPv6 one." }),
  count: z.int().meta({ description: "How many of one hour were alike." }),
  firstAt: Instant,
  lastAt: Instant,
});

export const ListSignInEvents = listInput({
  sort: ["lastAt", "firstAt", "count", "kind", "reason", "network"],
  filters: {
    email: Search.meta({ description: "The whole address, with an account or without one." }),
    userId: Id,
    network: Search,
    kind: Kind,
    reason: Reason,
    startDate: Moment,
    endDate: Moment,
  },
  order: "lastAt:desc",
});
