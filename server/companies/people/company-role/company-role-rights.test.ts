import { expect, it } from "vitest";
import { type Permission, permissionCatalogue, permissionCodes } from "@/server/permissions";
import { inside, key, refusal } from "@/server/testing/refusals";
import { assertHolds, assertMayHold } from "./company-role.rules";

const ofGroup = (group: string) => permissionCodes.filter((code) => permissionCatalogue[code].group === group);
const [one] = ofGroup("BACKOFFICE") as [Permission];
const [theirs, other] = ofGroup("PRO_CENTER") as [Permission, Permission];
const label = (code: Permission) => `“${permissionCatalogue[code].label}”`;

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
