import { post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { AskValues, ValuesOfPeople } from "./recipient.schema";
import { recipientService } from "./recipient.service";

const rest = { section: "4.11", auth: "apiKey", status: 200 } as const;

/** Ours: what the notification service asks of people where it runs alone (ADR 127). */
export const recipientRouter = router({
  /** A POST that changes nothing: the addresses stand in its body. */
  values: permitted("portal-user.read", post("/v1/backoffice/internals/recipient-values", rest))
    .input(AskValues)
    .output(ValuesOfPeople)
    .query(async ({ ctx, input: { emails, names, ...about } }) => ({
      items: await recipientService.readableValuesOf(ctx, emails, names, about),
    })),
});
