import { expect, it } from "vitest";
import type { Actor, KnownCtx } from "@/server/kit/context";
import { AppError } from "@/server/kit/errors";
import { type Permission, permissionCatalogue, permissionCodes } from "@/server/permissions";
import { assertHolds, assertMayHold } from "./company-role.rules";

const ofGroup = (group: string) => permissionCodes.filter((code) => permissionCatalogue[code][2] === group);
const [one] = ofGroup("BACKOFFICE") as [Permission];
const [theirs, other] = ofGroup("PRO_CENTER") as [Permission, Permission];
const label = (code: Permission) => `“${permissionCatalogue[code][0]}”`;

const key = (...permissions: string[]): Actor => ({
  kind: "key",
  id: "k",
  label: "k",
  permissions: new Set(permissions),
});
const inside = (actor: Actor, ...rights: Permission[]) =>
  ({ actor, company: { id: "c", rights: new Set(rights) } }) as unknown as KnownCtx;

/** The status and the sentence of a refusal; undefined where there was none. */
function refusal(work: () => unknown) {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.status, error.code, error.errors?.map(({ path }) => path), error.message];
  }
}

it("whoever manages roles gives a company's role what its category allows, and differs only by what they hold there", () => {
  const ctx = inside(key(), theirs);
  const hold = (held: string[], wanted: string[], ceiling: string[] = [theirs, other]) =>
    refusal(() => assertMayHold(ctx, "Mechanic", held, wanted, ceiling));
  expect(hold([], [theirs])).toBeUndefined();
  expect(hold([other], [theirs, other])).toBeUndefined();
  const beyondThem = `Mechanic: This role holds rights that you do not have: ${label(other)}.`;
  expect(hold([], [other])).toEqual([403, "forbidden", undefined, beyondThem]);
  expect(hold([other], [])).toEqual([403, "forbidden", undefined, beyondThem]);
  expect(hold(["old.right"], [])).toBeUndefined();
  expect(hold([], [one])).toEqual([422, "rule_broken", ["permissions"], `A role of a company cannot hold ${one}.`]);
  expect(hold([], [theirs], [])).toEqual([
    422,
    "rule_broken",
    ["permissions"],
    `The company's category does not allow ${theirs}.`,
  ]);
  expect(refusal(() => assertHolds(ctx, "Mechanic", [theirs]))).toBeUndefined();
});
