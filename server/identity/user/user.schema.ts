import { z } from "zod";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { NameText } from "@/server/kit/call/name.schema";
import { Id, Instant, Stamps, Text } from "@/server/kit/call/wire";

const userTypes = ["Rider", "Pro Center Admin", "Pro Center Member", "Staff"] as const;

export const User = z
  .object({
    id: Id,
    email: ShownEmail,
    pendingEmail: ShownEmail.nullable().meta({ description: "A new address that is not confirmed yet." }),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string().nullable(),
    countryId: Id.nullable(),
    languageId: Id.nullable(),
    type: z.enum(userTypes),
    status: z.enum(["pending", "active", "disabled"]),
    erpId: z.string().nullable(),
    lastLoginAt: Instant.nullable(),
    ...Stamps,
  })
  .meta({ id: "UserResponseDTO" });

/** A person's name. */
export const Name = NameText(80);

/** What people may say about themselves; their type, role and status they may not. */
export const OwnFields = z.object({
  firstName: Name,
  lastName: Name,
  phoneNumber: Text(30).nullish(),
  countryId: Id.nullish(),
  languageId: Id.nullish(),
});
