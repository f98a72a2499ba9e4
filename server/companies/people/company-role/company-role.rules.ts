import { beyondHere } from "@/server/identity/user-role/user-role.rules";
import type { KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { isPermission, permissionCatalogue } from "@/server/permissions";
import { t } from "@/texts/t";

/** A right that is for companies' people, as opposed to one of the backoffice. */
const isOfCompanies = (code: string) => isPermission(code) && permissionCatalogue[code].group === "PRO_CENTER";

/**
 * Nobody gives a right that they do not hold, and nobody takes one that they could not give back.
 * @param what the role that it is about
 * @throws AppError `forbidden`
 */
export function assertHolds(ctx: KnownCtx, what: string, codes: readonly string[]) {
  const reason = beyondHere(ctx, codes);
  if (reason) throw new AppError("forbidden", `${what}: ${t(reason)}`);
}

/**
 * Checks what a role is to hold.
 * @param held what it holds within the ceiling
 * @param ceiling what a role of the company's category may hold
 * @throws AppError 422 for a right that no role of this company may hold, `forbidden` for a difference that the caller
 * does not hold
 */
export function assertMayHold(ctx: KnownCtx, title: string, held: string[], wanted: string[], ceiling: string[]) {
  const foreign = wanted.filter((code) => !isOfCompanies(code));
  if (foreign.length)
    throw broken("permissions", t("A role of a company cannot hold {names}.", { names: foreign.join(", ") }));
  const above = wanted.filter((code) => !ceiling.includes(code));
  if (above.length)
    throw broken("permissions", t("The company's category does not allow {names}.", { names: above.join(", ") }));
  const differing = [
    ...wanted.filter((code) => !held.includes(code)),
    ...held.filter((code) => isPermission(code) && !wanted.includes(code)),
  ];
  assertHolds(ctx, title, differing);
}
