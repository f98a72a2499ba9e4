import { describe, expect, it } from "vitest";
import { onlyPlace, roundTop, spread } from "./plot.rules";

describe("a plot's top", () => {
  it.each([
    [[], 1],
    [[0, 0], 1],
    [[1], 1],
    [[7, 2], 8],
    [[83], 100],
    [[100], 100],
    [[101], 200],
    [[561_234], 600_000],
  ])("over %j is %d", (values, top) => expect(roundTop(values)).toBe(top));
});

it("a plot knows of one place only, of several, or of none", () => {
  const of = (...lines: (number | null)[][]) => lines.map((values) => ({ label: "", colour: "", values }));
  expect(onlyPlace(of([null, 3, null], [null, 0, null]))).toBe(1);
  expect(onlyPlace(of([null, 3, null], [1, null, null]))).toBeUndefined();
  expect(onlyPlace(of([null, null]))).toBeUndefined();
});

describe("a plot's labels", () => {
  it("stay where they belong while there is room", () => expect(spread([80, 10, 40], 18, 120)).toEqual([80, 10, 40]));
  it("are pushed apart in their order", () => expect(spread([10, 12, 11], 18, 120)).toEqual([10, 46, 28]));
  it("stay inside", () => expect(spread([118, 119, -5], 18, 120)).toEqual([84, 102, 0]));
});
