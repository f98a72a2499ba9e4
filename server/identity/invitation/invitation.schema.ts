import { z } from "zod";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { Id } from "@/server/kit/call/wire";
import { NewPassword } from "../password/password.schema";
import { Name } from "../user/user.schema";

const Token = z.string().max(100);

export const Look = z.object({ token: Token });
/** What an invitation shows to the person who holds it; null where it is wrong, used, replaced or expired. */
export const Invitation = z
  .object({
    userId: Id,
    email: ShownEmail,
    firstName: z.string(),
    lastName: z.string(),
    companyName: z.string().nullable(),
    inviter: z.string().nullable(),
    isNew: z.boolean(),
    isStaff: z.boolean().meta({ description: "Staff accounts hold no membership, so it cannot be accepted." }),
  })
  .nullable();

export const Accept = z.object({
  token: Token,
  password: NewPassword.optional(),
  firstName: Name.optional(),
  lastName: Name.optional(),
  languageId: Id.optional().meta({ description: "The language of the page, for an account that has none." }),
});
export const Accepted = z.object({ email: ShownEmail, companyId: Id.nullable() });

/** The roles that an invited person gets with the account; each one that the inviter may give. */
export const PromisedRoles = z
  .array(Id)
  .max(100)
  .optional()
  .meta({ description: "Roles that the person gets when they accept the invitation." });

export const SendInvitation = z.object({ userCompanyId: Id });
export const SendAccountInvitation = z.object({ userId: Id });
export const Sent = z.object({ expiresAt: z.string() });
