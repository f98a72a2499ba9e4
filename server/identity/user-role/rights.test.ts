import { describe, expect, it } from "vitest";
import { assertMayHandOn, assertOfGroup, holdsEverything } from "@/server/identity/catalogue/permission.rules";
import { assertEditable, blocked, blocker } from "@/server/identity/role/role.rules";
import { assertNotDisabled, settled, withStatus } from "@/server/identity/user/account.rules";
import type { Actor } from "@/server/kit/call/context";
import { type Permission, permissionCatalogue, permissionCodes } from "@/server/permissions";
import { inside, key, refusal } from "@/server/testing/refusals";
import { beyond, beyondHere, groupOf, holds, obstacle } from "./user-role.rules";

/** The first rights of a group, and what people call them. */
const ofGroup = (group: string) => permissionCodes.filter((code) => permissionCatalogue[code].group === group);
const [one, two, three, four] = ofGroup("BACKOFFICE") as [Permission, Permission, Permission, Permission];
const [theirs] = ofGroup("PRO_CENTER") as [Permission];
const label = (code: Permission) => `“${permissionCatalogue[code].label}”`;

const system: Actor = { kind: "system", label: "test" };

describe("who holds a right", () => {
  it("holds it in general, or inside a company what they may do there; the system holds all", () => {
    expect(holds({ actor: key(one) }, one)).toBe(true);
    expect(holds({ actor: key(one) }, two)).toBe(false);
    expect(holds(inside(key(one), theirs), theirs)).toBe(true);
    expect(holds(inside(key(one), theirs), one)).toBe(false);
    expect(holds(inside(system), one)).toBe(true);
    expect([holdsEverything(system), holdsEverything(key("*")), holdsEverything(key(one))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("hands it on; what they lack is named, two by name and the others by number", () => {
    const start = "This role holds rights that you do not have:";
    expect(beyond(key(one, two), [one, two])).toBeNull();
    expect(beyond(key(one), [one, two])).toBe(`${start} ${label(two)}.`);
    expect(beyond(key(), [one, two])).toBe(`${start} ${label(one)}, ${label(two)}.`);
    expect(beyond(key(one), [one, two, three, four])).toBe(`${start} ${label(two)}, ${label(three)} and 1 more.`);
    expect(beyond(key("*"), ["old.right"])).toBe(`${start} “old.right”.`);
    expect(beyondHere(inside(key(one), theirs), [theirs])).toBeNull();
    expect(beyondHere(inside(key(one), theirs), [one])).toBe(`${start} ${label(one)}.`);
  });

  it("gives a role that one of their roles may grant, of the right kind; takes one of any kind", () => {
    const role = { id: "r", groupCode: "BACKOFFICE", permissions: [one] };
    const may = new Set(["r"]);
    expect(obstacle(key(one), role, true, "Staff", may)).toBeNull();
    expect(obstacle(key(one), role, true, "Rider", may)).toBe("This role is for another kind of user.");
    expect(obstacle(key(one), role, false, "Rider", may)).toBeNull();
    expect(obstacle(system, role, true, "Rider", may)).toBe("This role is for another kind of user.");
    expect(obstacle(key(one), role, true, "Staff", new Set())).toBe("None of your roles may grant this one.");
    expect(obstacle(key(two), role, true, "Staff", may)).toContain(label(one));
    expect(obstacle(system, role, true, "Staff", new Set())).toBeNull();
    expect(Object.entries(groupOf).map((entry) => entry.join(": "))).toEqual([
      "Staff: BACKOFFICE",
      "Pro Center Admin: PRO_CENTER",
      "Pro Center Member: PRO_CENTER",
      "Rider: RIDER",
    ]);
  });

  it("gives and takes rights of a role or key one by one", () => {
    expect(refusal(() => assertMayHandOn(key(one), "scopes", [one]))).toBeUndefined();
    expect(refusal(() => assertMayHandOn(key(one), "scopes", [one, two, three]))).toEqual([
      403,
      "forbidden",
      undefined,
      `You cannot give or take a right that you do not hold: ${two}, ${three}.`,
    ]);
    expect(refusal(() => assertMayHandOn(system, "scopes", [one, "no.such", "nor.this"]))).toEqual([
      422,
      "rule_broken",
      ["scopes"],
      "There is no such permission: no.such, nor.this.",
    ]);
  });

  it("keeps rights of the backoffice out of other groups' roles", () => {
    expect(refusal(() => assertOfGroup("BACKOFFICE", "p", [one, theirs]))).toBeUndefined();
    expect(refusal(() => assertOfGroup("PRO_CENTER", "p", [theirs, "old.right"]))).toBeUndefined();
    expect(refusal(() => assertOfGroup("PRO_CENTER", "p", [theirs, one]))).toEqual([
      422,
      "rule_broken",
      ["p"],
      `A role of this group cannot hold ${one}.`,
    ]);
  });
});

describe("a role", () => {
  const role = {
    name: "Desk",
    code: "DESK",
    isSystem: true,
    groupCode: "BACKOFFICE",
    portalId: null,
    permissions: ["a", "b"],
  };

  it("that comes with the product changes its name only", () => {
    expect(refusal(() => assertEditable(role, { name: "Other" }))).toBeUndefined();
    expect(refusal(() => assertEditable(role, { ...role, permissions: ["a", "b"] }))).toBeUndefined();
    for (const [field, value] of Object.entries({ code: "X", groupCode: "RIDER", portalId: "p", permissions: ["a"] })) {
      expect(refusal(() => assertEditable(role, { [field]: value }))?.slice(0, 3)).toEqual([
        422,
        "rule_broken",
        [field],
      ]);
      expect(refusal(() => assertEditable({ ...role, isSystem: false }, { [field]: value }))).toBeUndefined();
    }
  });

  it("is deleted where nobody holds it and it is not the product's", () => {
    const own = { ...role, isSystem: false };
    expect(blocker(own, 0)).toBeUndefined();
    expect(blocker(own, 1)).toBe('"Desk" is held by 1 user; take it from them first.');
    expect(blocker(own, 2)).toBe('"Desk" is held by 2 users; take it from them first.');
    expect(blocker(role, 0)).toBe('"Desk" is a system role and cannot be deleted.');
    const errors = [
      { path: "ids.0", message: "A." },
      { path: "ids.1", message: "B." },
    ];
    expect([blocked(true, errors), blocked(false, errors)].map(({ code, message }) => [code, message])).toEqual([
      ["rule_broken", "A. B."],
      ["in_use", "A. B."],
    ]);
  });
});

it("an account's new status takes what it cannot keep", () => {
  const before = (status: "pending" | "active" | "disabled") => ({ status }) as Parameters<typeof withStatus>[0];
  expect(withStatus(before("active"), { firstName: "A" })).toEqual({ firstName: "A" });
  expect(withStatus(before("disabled"), { status: "disabled" })).toEqual({ status: "disabled" });
  expect(withStatus(before("pending"), { status: "active" })).toEqual({ passwordHash: null, status: "active" });
  expect(withStatus(before("pending"), { status: "active", passwordHash: "h" })).toEqual({
    passwordHash: "h",
    status: "active",
  });
  expect(withStatus(before("active"), { status: "disabled" })).toEqual({ ...settled, status: "disabled" });
  expect(withStatus(before("disabled"), { status: "active" })).toEqual({ status: "active" });
  expect(refusal(() => assertNotDisabled({ status: "active" }))).toBeUndefined();
  expect(refusal(() => assertNotDisabled({ status: "disabled" }))?.slice(0, 2)).toEqual([403, "forbidden"]);
});
