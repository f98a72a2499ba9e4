import { z } from "zod";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";

const Token = z.string().max(100);

export const LookAtChange = z.object({ token: Token });
/** What the link shows to the person who holds it; null where it is wrong, used, replaced or expired. */
export const EmailChange = z.object({ firstName: z.string(), email: ShownEmail }).nullable();
export const ConfirmChange = z.object({ token: Token });
export const Confirmed = z.object({ email: ShownEmail });

export const ChangeOwnEmail = z.object({
  email: Email,
  currentPassword: z.string().min(1).max(200),
});
export const PendingEmail = z.object({ pendingEmail: ShownEmail.nullable() });
