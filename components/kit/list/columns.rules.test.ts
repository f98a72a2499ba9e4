import { expect, it } from "vitest";
import { moved, movedTo, toggledColumn, within } from "./columns.rules";

const all = ["a", "b", "c", "d"];

it("moves a column by places and to where another one is, never out of the list", () => {
  expect(moved(all, "b", 1)).toEqual(["a", "c", "b", "d"]);
  expect(moved(all, "b", -1)).toEqual(["b", "a", "c", "d"]);
  expect([moved(all, "a", -1), moved(all, "d", 1), moved(all, "x", 1)]).toEqual([all, all, all]);
  expect(movedTo(all, "a", "d")).toEqual(["b", "c", "d", "a"]);
  expect(movedTo(all, "d", "a")).toEqual(["d", "a", "b", "c"]);
});

it("shows a column behind the one before it in the list, and hides any but the last", () => {
  expect(toggledColumn(all, ["d", "a"], "b")).toEqual(["d", "a", "b"]);
  expect(toggledColumn(all, ["d", "c"], "a")).toEqual(["a", "d", "c"]);
  expect(toggledColumn(all, ["d", "a"], "d")).toEqual(["a"]);
  expect(toggledColumn(all, ["a"], "a")).toEqual(["a"]);
});

it("keeps widths within what can be read", () => {
  expect([within(3), within(120.4), within(5000)]).toEqual([48, 120, 900]);
});
