import { z } from "zod";
import { Id } from "@/server/kit/wire";
import { permissionCodes } from "@/server/permissions";

const RoleOf = z.object({ id: Id, code: z.string(), name: z.string(), groupCode: z.string() });
const Person = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  type: z.string(),
  status: z.string(),
});

export const OfUser = z.object({ userId: Id });
export const SetUserRoles = z.object({ userId: Id, roleIds: z.array(Id).max(100) });
/** A user's roles, and those that the caller may give or take. */
export const UserRoles = z.object({
  items: z.array(RoleOf.extend({ isHeld: z.boolean(), mayChange: z.boolean(), reason: z.string().nullable() })),
});

const through = z.array(z.object({ roleId: Id, role: z.string(), company: z.string().nullable() }));
/** What a person can do, each right with the roles that it comes through. */
export const WhatCan = z.object({
  isActive: z.boolean(),
  items: z.array(z.object({ permission: z.string(), label: z.string(), company: z.string().nullable(), through })),
});
export const WhoAsks = z.object({ permission: z.enum(permissionCodes) });
export const WhoCan = z.object({ items: z.array(z.object({ user: Person, through })) });
