import { type Actor, mayDo } from "@/server/kit/call/context";
import { isPermission, type Permission, permissionCodes } from "@/server/permissions";

type Person = Extract<Actor, { kind: "user" }>["type"];

/** The right to read a kind of record, where its name does not follow from the kind as "pers.read" does from "pers". */
const readBy = {
  erasure: "privacy.read",
  "bulk-change": "audit.read",
  "company-entry-request": "company-admin.read",
  "company-link": "company.read",
  "company-pers-alert": "pers-alert.read",
  "company-mail-look": "company-mail-template.read",
  "dealer-vehicle": "company-vehicle-link.read",
  "subcontractor-pers": "company-pers-link.read",
  desk: "language.read",
  device: "portal-user.read",
  "glossary-term": "language.read",
  "firmware-category": "firmware.read",
  "firmware-version": "firmware.read",
  "level-alert": "alert.read",
  "list-view": "staff.read",
  "notification-platform-tech": "platform-page-tech.read",
  "notification-portal": "platform-page-tech.read",
  "notification-template-content": "notification-template.read",
  "notification-template-tech": "notification-template.read",
  "row-count": "routine-log.read",
  "vehicle-brand": "vehicle.read",
  "vehicle-model": "vehicle.read",
  "webhook-delivery": "webhook.read",
} as const satisfies Record<string, Permission>;

type Own = { [P in Permission]: P extends `${infer N}.read` ? N : never }[Permission];
/** The kinds of record that have a history, by their names in the audit trail. */
export type Audited = Own | keyof typeof readBy | "user" | "session";

/** For a record about a person: the rights to read it depend on the person's type; any one of them is enough. */
const readersOf: Record<Person, readonly Permission[]> = {
  Staff: ["staff.read"],
  "Pro Center Admin": ["portal-user.read"],
  "Pro Center Member": ["portal-user.read"],
  Rider: ["portal-user.read", "rider.read"],
};

export const isPersonal = (objectType: string) => objectType === "user" || objectType === "session";

/** The right that reads records of this kind; undefined for one that has no history, and for one about a person. */
function readerOf(objectType: string): Permission | undefined {
  if (Object.hasOwn(readBy, objectType)) return readBy[objectType as keyof typeof readBy]; // as the check in this line shows
  const own = `${objectType}.read`;
  return isPermission(own) ? own : undefined;
}

/** An import is read by who reads what it brings in. */
export const isImport = (objectType: string) => objectType === "import";

/** Whether the trail may name records of this kind. */
export const hasHistory = (objectType: string) =>
  isPersonal(objectType) || isImport(objectType) || readerOf(objectType) !== undefined;

/**
 * The kinds of record whose history the caller may read, whichever record it is: people only where those of every type may
 * be read. Sign-ins, which the trail keeps of sessions, are no changes of anything.
 */
export function readableKinds(actor: Actor): string[] {
  const named = permissionCodes.flatMap((code) => (code.endsWith(".read") ? [code.slice(0, -".read".length)] : []));
  return [...named, ...Object.keys(readBy), "user"].filter((kind) => mayReadHistory(actor, kind, {}));
}

interface About {
  /** of a record about a person, what they are; undefined where nobody knows, such as of a session that was purged */
  person?: Person;
  /** of an import, what it brings in, such as "label" */
  imported?: string;
}

/** Whether the caller may read the record whose history it is. Of a person whom nobody knows it takes every right to read people. */
export function mayReadHistory(actor: Actor, objectType: string, { person, imported }: About): boolean {
  const mayAny = (codes: readonly Permission[]) => codes.some((code) => mayDo(actor, code));
  if (isPersonal(objectType)) return person ? mayAny(readersOf[person]) : Object.values(readersOf).every(mayAny);
  const reader = readerOf(isImport(objectType) ? (imported ?? "") : objectType);
  return reader !== undefined && mayDo(actor, reader);
}
