import { AppError } from "@/server/kit/call/errors";
import type { Changes } from "@/server/kit/record/audit";

/** What is wrong with one of the ids of a body. */
export type Faults = (id: string, index: number) => string | undefined;

/** @throws AppError 422 that names every item with a fault */
export function assertNoFault(ids: string[], path: string, faultOf: Faults, isUnknown: (id: string) => boolean) {
  const errors = ids.flatMap((id, index) => {
    const message = faultOf(id, index);
    return message ? [{ path: `${path}.${index}`, message }] : [];
  });
  const [first] = errors;
  if (first) throw new AppError(ids.some(isUnknown) ? "unknown_reference" : "rule_broken", first.message, { errors });
}

/** What changed, for the history of the partnership. */
export const said = (names: Map<string, string>, what: string, added: string[], removed: string[]): Changes =>
  Object.fromEntries([
    ...added.map((id) => [`${what} ${names.get(id) ?? id}`, [false, true]] as const),
    ...removed.map((id) => [`${what} ${names.get(id) ?? id}`, [true, false]] as const),
  ]);

/** Those that are not among the others. */
export const difference = <T>(some: T[], others: T[]) => some.filter((one) => !others.includes(one));
