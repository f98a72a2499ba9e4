import { expect, it } from "vitest";
import { BoundedMap } from "./bounded-map";

it("forgets the least recently used beyond its size", () => {
  const map = new BoundedMap<number>(2);
  map.set("a", 1, Infinity);
  map.set("b", 2, Infinity);
  map.get("a");
  map.set("c", 3, Infinity);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
});

it("forgets an entry at its time", () => {
  const map = new BoundedMap<number>(2);
  map.set("a", 1, 1000);
  expect(map.get("a", 999)).toBe(1);
  expect(map.get("a", 1000)).toBeUndefined();
});
