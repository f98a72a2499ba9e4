import { describe, expect, it } from "vitest";
import { differences, textOf } from "./value-text";

describe("a value as text", () => {
  it.each([
    [null, "–"],
    ["", "–"],
    [0, "0"],
    [false, "No"],
    [["a", true], "a, Yes"],
    [[], "–"],
    [{ mount: "stem", sensors: ["abs"] }, "mount: stem, sensors: abs"],
  ])("%o", (value, expected) => expect(textOf(value)).toBe(expected));
});

describe("the differences of two values", () => {
  it("are the parts of objects that differ, and no others", () => {
    const before = { mount: "stem", battery: { wh: 500 }, sensors: ["a"] };
    expect(differences(before, { ...before, battery: { wh: 625 }, display: "S2" })).toEqual([
      { path: "battery.wh", before: 500, after: 625 },
      { path: "display", before: undefined, after: "S2" },
    ]);
  });

  it("are one, the value itself, for what is no object on both sides", () => {
    expect(differences(null, { a: 1 })).toEqual([{ path: "", before: null, after: { a: 1 } }]);
    expect(differences([1], [1, 2])).toEqual([{ path: "", before: [1], after: [1, 2] }]);
    expect(differences(null, undefined)).toEqual([]);
    expect(differences([{ a: 1, b: 2 }], [{ b: 2, a: 1 }])).toEqual([]);
  });
});
