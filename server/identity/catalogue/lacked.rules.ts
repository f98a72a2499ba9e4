import { type Permission, permissionCatalogue, permissionCodes } from "@/server/permissions";
import { permissionLabel } from "./permission.schema";

/** The rights that staff can hold. */
export const staffRights: readonly Permission[] = permissionCodes.filter(
  (code) => permissionCatalogue[code].group === "BACKOFFICE",
);

/** Of these rights those that somebody does not hold, each by what it is called in the reader's language. */
export const lackedOf = (held: ReadonlySet<string>, within: readonly string[]): Record<string, string> =>
  Object.fromEntries(within.filter((code) => !held.has(code)).map((code) => [code, permissionLabel(code)]));
