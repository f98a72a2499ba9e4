import { z } from "zod";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant, LongText, Search, without } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { nameFault } from "@/server/kit/value/address.rules";
import { User } from "../user/user.schema";

export const SwitchToMember = z.object({
  id: Id,
  userCompanyId: Id,
  userId: Id,
  companyId: Id,
  companyName: z.string(),
  registerNumber: z.string(),
  email: ShownEmail,
  firstName: z.string(),
  lastName: z.string(),
  type: z.string(),
  roleTitle: z.string().nullable(),
});
export const switchToListDto = "GetCompaniesForSwitchToResponseDTO";

export const ListSwitchToMembers = listInput({
  sort: ["companyName", "firstName", "lastName", "email", "createdAt"],
  filters: { companyName: Search, memberName: Search },
  order: "companyName:asc,lastName:asc",
});

/** It stands in a mail to the member. */
const Reason = LongText(300, 5).check(without(nameFault));
const secrets = { password: z.string().min(1).max(200), reason: Reason };
export const SwitchTo = z.object({ userCompanyId: Id, ...secrets });
export const SwitchedTo = z
  .object({
    accessToken: z.string(),
    expiresIn: z.int(),
    expiresAt: Instant,
    tokenType: z.literal("Bearer"),
    userCompanyId: Id,
    user: User,
  })
  .meta({ id: "SwitchToResponseDTO" });
export const SwitchedScreen = z.object({ companyId: Id, expiresAt: Instant });

export const ListVisits = z.object({ userId: Id });
export const Visits = z.object({
  items: z.array(
    z.object({
      id: Id,
      who: z.object({ id: Id, firstName: z.string(), lastName: z.string() }),
      companyName: z.string().nullable(),
      reason: z.string().nullable(),
      createdAt: Instant,
      endedAt: Instant.meta({ description: "When it ended or will end." }),
      isOpen: z.boolean(),
    }),
  ),
});
