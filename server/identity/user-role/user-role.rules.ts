import { type Actor, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { isPermission, type Permission, permissionCatalogue } from "@/server/permissions";
import { t } from "@/texts/t";

interface Role {
  id: string;
  groupCode: string;
  permissions: string[];
}

export const groupOf = {
  Staff: "BACKOFFICE",
  "Pro Center Admin": "PRO_CENTER",
  "Pro Center Member": "PRO_CENTER",
  Rider: "RIDER",
} as const;

type Caller = Pick<KnownCtx, "actor" | "company">;

/** Whether the caller holds this right where they are: inside a company what they may do there, else in general. */
export const holds = ({ actor, company }: Caller, code: Permission) =>
  company && actor.kind !== "system" ? company.rights.has(code) : mayDo(actor, code);

/** Why the caller may not hand on these rights, as a sentence; null when they hold all of them. */
export const beyond = (actor: Actor, permissions: readonly string[]) => beyondHere({ actor }, permissions);

/** As `beyond`, by the rights that the caller has where they are. */
export function beyondHere(caller: Caller, permissions: readonly string[]): string | null {
  const lacking = permissions.filter((code) => !isPermission(code) || !holds(caller, code));
  if (lacking.length === 0) return null;
  const [first, second, ...more] = lacking.map((code) =>
    isPermission(code) ? t(permissionCatalogue[code].label) : code,
  );
  const named = [first, second].filter(Boolean).map((label) => `“${label}”`);
  const rights = named.join(", ");
  return more.length > 0
    ? t("This role holds rights that you do not have: {rights} and {count} more.", { rights, count: more.length })
    : t("This role holds rights that you do not have: {rights}.", { rights });
}

/**
 * Why the caller may not give (or take) this role; null when they may. Both need every right of the role: nobody may
 * give a right that they do not hold, and nobody may take what they could not give back.
 * @param manageable ids of the roles that the caller's own roles may grant (the allow-manage matrix)
 */
export function obstacle(
  actor: Actor,
  role: Role,
  isGiven: boolean,
  userType: keyof typeof groupOf,
  manageable: ReadonlySet<string>,
): string | null {
  if (isGiven && groupOf[userType] !== role.groupCode) return t("This role is for another kind of user.");
  if (actor.kind === "system") return null;
  if (!manageable.has(role.id)) return t("None of your roles may grant this one.");
  return beyond(actor, role.permissions);
}
