import { expect, it } from "vitest";
import { cellsOf, keyOf, moved, withEdit } from "./check-grid.rules";

it("keeps only what differs from what is stored", () => {
  const key = keyOf("a", "b");
  const edited = withEdit(new Map(), key, true, false);
  expect(cellsOf(edited)).toEqual([{ row: "a", column: "b", isOn: true }]);
  expect(cellsOf(withEdit(edited, key, false, false))).toEqual([]);
});

it("moves within the grid", () => {
  expect(moved("ArrowRight", [0, 2], [4, 3])).toEqual([0, 2]);
  expect(moved("ArrowDown", [0, 2], [4, 3])).toEqual([1, 2]);
  expect(moved("ArrowDown", [3, 2], [4, 3])).toEqual([3, 2]);
  expect(moved("ArrowUp", [0, 2], [4, 3])).toEqual([0, 2]);
  expect(moved("ArrowLeft", [1, 2], [4, 3])).toEqual([1, 1]);
  expect(moved("Home", [1, 2], [4, 3])).toEqual([1, 0]);
  expect(moved("End", [1, 0], [4, 3])).toEqual([1, 2]);
  expect(moved("a", [1, 0], [4, 3])).toBeUndefined();
});
