import type { Actor } from "@/server/kit/context";
import { mayDo } from "@/server/kit/context";
import { isPermission } from "@/server/permissions";

interface Role {
  id: string;
  groupCode: string;
  permissions: string[];
}

const groupOf = {
  Staff: "BACKOFFICE",
  "Pro Center Admin": "PRO_CENTER",
  "Pro Center Member": "PRO_CENTER",
  Rider: "RIDER",
} as const;

/**
 * Why the caller may not give (or take) this role; null when they may. Giving needs every right of the role itself, so
 * that nobody reaches a right through somebody else that nobody with it gave; taking needs the matrix alone.
 * @param manageable ids of the roles that the caller's own roles may grant (the allow-manage matrix)
 */
export function obstacle(
  actor: Actor,
  role: Role,
  isGiven: boolean,
  userType: keyof typeof groupOf,
  manageable: ReadonlySet<string>,
): string | null {
  if (isGiven && groupOf[userType] !== role.groupCode) return "This role is for another kind of user.";
  if (actor.kind === "system") return null;
  if (!manageable.has(role.id)) return "None of your roles may grant this one.";
  const beyond = isGiven && role.permissions.some((code) => !isPermission(code) || !mayDo(actor, code));
  return beyond ? "This role holds rights that you do not have." : null;
}
