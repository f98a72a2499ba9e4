import { fixedId } from "@/server/kit/record/fixed-id";

/** The roles that every installation has and nobody can delete. */
export type SystemRole = "ADMIN" | "SUPPORT" | "CONTENT";

/** The id of a system role, the same in every installation. */
export const systemRoleId = (code: SystemRole) => fixedId("role", code);
