import { fixedId } from "@/server/kit/record/fixed-id";
import { type Permission, permissionCatalogue, permissionCodes } from "@/server/permissions";

const isStaffs = (code: Permission) => permissionCatalogue[code].group === "BACKOFFICE";
const supports: Permission[] = ["sheet-activity.write", "pers.pin", "pers-alert.write"];
const isSupports = (code: Permission) => isStaffs(code) && (code.endsWith(".read") || supports.includes(code));

/**
 * The roles that come with the product and that nobody can delete. Administrators always hold every right. What the others
 * hold is a beginning: a new installation has it, and afterwards it is the installation's own (ADR 125).
 */
const declared = [
  { code: "ADMIN", name: "Administrator", holds: () => true },
  { code: "SUPPORT", name: "Support", holds: isSupports },
  {
    code: "SUPPORT_ACTING",
    name: "Support, acting for members",
    holds: (code: Permission) => isSupports(code) || code === "switch-to.use",
  },
  { code: "CONTENT", name: "Content", holds: (code: Permission) => permissionCatalogue[code].module === "content" },
] as const;

export type SystemRole = (typeof declared)[number]["code"];

/** Those roles with the rights that the product proposes for them. */
export const systemRoles = declared.map(({ code, name, holds }) => ({
  code,
  name,
  permissions: permissionCodes.filter(holds).sort(),
}));

/** The id of a system role, the same in every installation. */
export const systemRoleId = (code: SystemRole) => fixedId("role", code);

/** The rights that the product proposes for a role beyond those it holds; none for a role that did not come with it. */
export function proposedFor({
  code,
  isSystem,
  permissions,
}: {
  code: string;
  isSystem: boolean;
  permissions: string[];
}) {
  const role = isSystem ? systemRoles.find((one) => one.code === code) : undefined;
  return role?.permissions.filter((one) => !permissions.includes(one)) ?? [];
}
