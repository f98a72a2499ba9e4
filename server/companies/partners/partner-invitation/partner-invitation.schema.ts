import { z } from "zod";
import { PartnerKind } from "@/server/companies/partners/company-link/company-link.schema";
import { NewPassword } from "@/server/identity/password/password.schema";
import { Name } from "@/server/identity/user/user.schema";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant } from "@/server/kit/call/wire";

const Token = z.string().max(100);

export const LookAtInvitation = z.object({ token: Token });

/**
 * What the page of the link shows to who has it; null where it is wrong, used, replaced or expired. `account` is that of
 * the invited address: none yet (new), one to sign in to (known), one of staff, or one that is disabled. Whether the
 * company is known stands nowhere.
 */
export const InvitationOfPartner = z
  .object({
    inviter: z.string().nullable().meta({ description: "The person who invites." }),
    company: z.string().meta({ description: "The company that they invite for." }),
    kind: PartnerKind,
    reason: z.string().nullable(),
    email: ShownEmail,
    account: z.enum(["new", "known", "staff", "disabled"]),
    userId: Id.nullable(),
    expiresAt: Instant,
  })
  .nullable();

export const AcceptPartnership = z.object({
  token: Token,
  password: NewPassword.optional(),
  firstName: Name.optional(),
  lastName: Name.optional(),
  languageId: Id.optional().meta({
    description: "The language of the page, for a new account where the invitation names none.",
  }),
});

/** The address of the person who accepted. */
export const PartnershipAccepted = z.object({ email: ShownEmail });
