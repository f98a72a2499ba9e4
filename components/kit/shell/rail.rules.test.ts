import { expect, it } from "vitest";
import { readRail, toggled, writeRail } from "./rail.rules";

it("reads from the cookie what it wrote, and of nothing or nonsense a rail as it is at first", () => {
  const state = { isNarrow: true, starred: ["/pers", "/pers-alerts"] };
  expect(readRail(writeRail(state))).toEqual(state);
  const first = { isNarrow: false, starred: [] };
  expect(writeRail(first)).toBe("");
  for (const cookie of [undefined, "", "wide", "%%%", "folded=People", "starred="])
    expect(readRail(cookie)).toEqual(first);
});

it("adds to the end of a list and takes away from anywhere", () => {
  expect(toggled(["/a", "/b"], "/c")).toEqual(["/a", "/b", "/c"]);
  expect(toggled(["/a", "/b"], "/a")).toEqual(["/b"]);
});
