import { z } from "zod";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { setOf } from "@/server/kit/list/list-operators.schema";
import { said } from "@/server/kit/value/words.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { PromisedRoles } from "../invitation/invitation.schema";
import { Name } from "../user/user.schema";

export const StaffMember = z.object({
  id: Id,
  email: ShownEmail,
  pendingEmail: ShownEmail.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
  languageId: Id.nullable(),
  status: z.enum(["pending", "active", "disabled"]),
  lastLoginAt: Instant.nullable(),
  hasSecondFactor: z.boolean(),
  roles: z.array(z.object({ id: Id, name: z.string().register(said, { text: productName }) })),
  ...Stamps,
});

export const CreateStaff = z.object({
  firstName: Name,
  lastName: Name,
  email: Email,
  phoneNumber: Text(30).nullish(),
  languageId: Id.nullish(),
  roleIds: PromisedRoles,
});
/**
 * An account that is not disabled is active, or pending as long as it has no password, whichever of the two was asked
 * for.
 */
export const UpdateStaff = CreateStaff.omit({ roleIds: true })
  .extend({ status: z.enum(["pending", "active", "disabled"]) })
  .partial();

const status = z.enum(["pending", "active", "disabled"]);

export const ListStaff = listInput({
  sort: ["firstName", "lastName", "email", "status", "lastLoginAt", "createdAt", "updatedAt"],
  filters: {
    name: Search,
    email: Search,
    status,
    ...setOf("status", status),
    roleId: Id,
    ...setOf("roleId", Id),
    hasSecondFactor: z.boolean(),
  },
});

export const OfStaff = z.object({ userId: Id });
export const StaffSessions = z.object({
  items: z.array(
    z.object({
      id: Id,
      kind: z.enum(["browser", "api", "reset"]),
      userAgent: z.string().nullable(),
      ip: z.string().nullable(),
      createdAt: Instant,
      lastSeenAt: Instant,
    }),
  ),
});
export const EndSession = z.object({ userId: Id, sessionId: Id });
export const Ended = z.object({ ended: z.int() });

export const Switches = z.object({
  items: z.array(
    z.object({
      id: Id,
      whom: z.object({ id: Id, firstName: z.string(), lastName: z.string() }),
      companyName: z.string().nullable(),
      reason: z.string().nullable(),
      createdAt: Instant,
      endedAt: Instant,
      isOpen: z.boolean(),
    }),
  ),
});
