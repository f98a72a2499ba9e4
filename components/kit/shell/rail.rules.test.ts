import { expect, it } from "vitest";
import { lettersOf, readRail, toggled, writeRail } from "./rail.rules";

it("is as wide as the cookie says, with the favourites of the server", () => {
  const starred = [{ at: "/pers" }, { at: "/pers", viewId: "silent-3-days", name: "Silent for 3 days" }];
  const state = { isNarrow: true, starred };
  expect(readRail(writeRail(state), starred)).toEqual(state);
  expect(writeRail({ isNarrow: false })).toBe("");
});

it("takes favourites from an older cookie as long as the server keeps none, and nothing from nonsense", () => {
  expect(readRail("starred=/pers,/pers-alerts", null).starred).toEqual([{ at: "/pers" }, { at: "/pers-alerts" }]);
  expect(readRail("starred=/pers", []).starred).toEqual([]);
  const first = { isNarrow: false, starred: [] };
  for (const cookie of [undefined, "", "wide", "%%%", "folded=People", "starred="])
    expect(readRail(cookie, null)).toEqual(first);
});

it("adds to the end of a list and takes away from anywhere; a page is another favourite than a view of it", () => {
  const [a, b, view] = [{ at: "/a" }, { at: "/b" }, { at: "/a", viewId: "mine" }];
  expect(toggled([a, b], view)).toEqual([a, b, view]);
  expect(toggled([a, b, view], { at: "/a" })).toEqual([b, view]);
});

it("gives each area a letter of its own name", () => {
  expect(lettersOf(["Home", "Devices", "Device set-up", "Übersetzungen", "Ä", "À"])).toEqual([
    "h",
    "d",
    "e",
    "u",
    "a",
    undefined,
  ]);
});
