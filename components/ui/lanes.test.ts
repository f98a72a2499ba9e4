import { expect, it } from "vitest";
import { named, pathOf, placeOf } from "./lanes.rules";

const range = { bottom: 0, top: 100, unit: "%" };

it("draws a line through what is known, with a dot for what stands alone", () => {
  expect(pathOf([0, 50, null, 100, null, 25, 25], range)).toBe("M0.5 100L1.5 50M3.5 0h0M5.5 75L6.5 75");
  expect([pathOf([], range), pathOf([null], range)]).toEqual(["", ""]);
  expect(pathOf([140, -3], range)).toBe("M0.5 0L1.5 100");
});

it("places a moment among the points, at an edge where it lies beyond", () => {
  expect([5, 10, 15, 40, 99].map((at) => placeOf(at, 10, 10, 3))).toEqual([0, 0, 0.5, 3, 3]);
});

it("names as many as there is room for, the newest first", () => {
  expect(named([0.1, 0.15, 0.5, 0.55, 0.7])).toEqual([false, true, false, true, true]);
  expect(named([])).toEqual([]);
});
