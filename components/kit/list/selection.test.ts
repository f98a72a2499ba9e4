import { expect, it } from "vitest";
import { idsBetween } from "./selection";

const ids = ["a", "b", "c", "d"];

it("takes the rows between two, in either direction, both included", () => {
  expect(idsBetween(ids, "b", "d")).toEqual(["b", "c", "d"]);
  expect(idsBetween(ids, "d", "b")).toEqual(["b", "c", "d"]);
  expect(idsBetween(ids, "c", "c")).toEqual(["c"]);
});

it("takes the one row when the other is on another page", () => {
  expect(idsBetween(ids, "z", "c")).toEqual(["c"]);
});
