import { type Actor, mayDo } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { isPermission, permissionCatalogue, permissionCodes } from "@/server/permissions";
import { t } from "@/texts/t";

/**
 * Checks rights that somebody gives to a role or a key, or takes from it.
 * @param path the field they stand in
 * @throws AppError 422 for a code that is not in the catalogue, 403 for one that the actor does not hold
 */
export function assertMayHandOn(actor: Actor, path: string, codes: readonly string[]) {
  const unknown = codes.filter((code) => !isPermission(code));
  if (unknown.length) throw broken(path, t("There is no such permission: {names}.", { names: unknown.join(", ") }));
  const lacking = codes.filter((code) => isPermission(code) && !mayDo(actor, code));
  if (lacking.length)
    throw new AppError(
      "forbidden",
      t("You cannot give or take a right that you do not hold: {names}.", { names: lacking.join(", ") }),
    );
}

/**
 * Keeps rights of the backoffice out of other roles. Roles of the backoffice may hold rights of the others, because
 * people must hold the rights that they hand on.
 * @throws AppError 422
 */
export function assertOfGroup(groupCode: string, path: string, codes: readonly string[]) {
  if (groupCode === "BACKOFFICE") return;
  const foreign = codes.filter((code) => isPermission(code) && permissionCatalogue[code].group !== groupCode);
  if (foreign.length) throw broken(path, t("A role of this group cannot hold {names}.", { names: foreign.join(", ") }));
}

export const holdsEverything = (actor: Actor) => permissionCodes.every((code) => mayDo(actor, code));
