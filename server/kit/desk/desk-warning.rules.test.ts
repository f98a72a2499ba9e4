import { expect, test } from "vitest";
import { stateOf } from "./desk-warning.rules";

test.each([
  ["missing", { value: " " }, null, []],
  ["done", { value: "Speichern" }, null, []],
  ["done", { title: "Titel", note: "" }, null, []],
  ["review", { value: "Speichern" }, { value: "Store" }, []],
  ["missing", { value: "" }, null, ["tokens"]],
  ["review", { value: "Speichern" }, null, ["tokens"]],
  ["review", { value: "Speichern" }, null, ["machine"]],
] as const)("%s: %o, outdated from %o, with %o", (state, target, outdatedFrom, findings) =>
  expect(stateOf({ target: { ...target }, outdatedFrom, findings })).toBe(state),
);
