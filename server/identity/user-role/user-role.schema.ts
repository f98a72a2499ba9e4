import { z } from "zod";
import { PersonEmail } from "@/server/kit/call/email.schema";
import { Id, IfMatch, Search, SeenVersion } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { permissionCodes } from "@/server/permissions";

const RoleOf = z.object({ id: Id, code: z.string(), name: z.string(), groupCode: z.string() });

export const OfUser = z.object({ userId: Id });
export const SetUserRoles = z.object({ userId: Id, roleIds: z.array(Id).max(100), ifMatch: SeenVersion });
export const GivableRoles = z.object({ items: z.array(z.object({ id: Id, name: z.string() })) });
export const OfType = z.object({ type: z.enum(["Staff", "Pro Center Admin", "Pro Center Member", "Rider"]) });
/**
 * A user's roles, and those that the caller may give or take; `version` is the user's. `promised`: what they get when they
 * accept their invitation.
 */
export const UserRoles = z.object({
  version: z.int(),
  items: z.array(RoleOf.extend({ isHeld: z.boolean(), mayChange: z.boolean(), reason: z.string().nullable() })),
  promised: z.array(z.object({ id: Id, name: z.string() })),
});

export const SetMemberRole = z.object({ userCompanyId: Id, companyRoleId: Id.nullable(), ifMatch: IfMatch });
/** The companies of a user, each with its roles; `reason` says why the caller may not give one. */
export const MemberRoles = z.object({
  items: z.array(
    z.object({
      userCompanyId: Id,
      companyId: Id,
      companyName: z.string(),
      category: z.string(),
      version: z.int(),
      status: z.enum(["invited", "active", "disabled"]),
      companyRoleId: Id.nullable(),
      roles: z.array(z.object({ id: Id, title: z.string(), reason: z.string().nullable() })),
    }),
  ),
});

/**
 * What a person can do, each right with the roles that it comes through; a right with `cutBy` is not theirs. `missing`:
 * the other rights that people of their kind can have, and why they have not.
 */
export const WhatCan = z.object({
  isActive: z.boolean(),
  items: z.array(
    z.object({
      permission: z.string(),
      label: z.string(),
      module: z.string(),
      company: z.object({ id: Id, name: z.string() }).nullable(),
      cutBy: z.string().nullable().meta({ description: "The company's category, whose ceiling takes the right away." }),
      through: z.array(z.object({ roleId: Id, role: z.string(), isCompanyRole: z.boolean() })),
    }),
  ),
  missing: z.array(
    z.object({
      permission: z.string(),
      label: z.string(),
      module: z.string(),
      company: z.object({ id: Id, name: z.string() }).nullable(),
      reason: z.enum(["no-role", "ceiling", "invited", "membership-ended", "company-disabled", "no-company"]),
      category: z.string().nullable().meta({ description: "The company's category, where its ceiling is the reason." }),
      heldBy: z
        .array(z.object({ roleId: Id, role: z.string(), isCompanyRole: z.boolean() }))
        .meta({ description: "Roles that would give it." }),
    }),
  ),
});

/**
 * An active person with the roles that give the right; a company's role counts in that company, within its category's
 * ceiling.
 */
export const RightHolder = z.object({
  id: Id,
  email: PersonEmail,
  firstName: z.string(),
  lastName: z.string(),
  type: z.string(),
  through: z.array(
    z.object({ roleId: Id, role: z.string(), companyId: Id.nullable(), company: z.string().nullable() }),
  ),
  roles: z.string().meta({ description: "The same as a text: Support, Administrator in Velora." }),
});
export const ListRightHolders = listInput({
  sort: ["lastName", "firstName", "type"],
  filters: {
    permission: z.enum(permissionCodes),
    roleId: Id.meta({ description: "A role, of the product or of a company." }),
    name: Search,
    type: z.enum(["Rider", "Pro Center Admin", "Pro Center Member", "Staff"]),
  },
  order: "lastName:asc",
});
