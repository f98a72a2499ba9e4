import { expect, test } from "vitest";
import { stateOf, type Warning } from "./desk-warning.rules";

const warned = (warning: Warning, dismissed: string | null = null) => [{ warning, dismissed }];

test.each([
  ["missing", { value: " " }, null, []],
  ["done", { value: "Speichern" }, null, []],
  ["done", { title: "Titel", note: "" }, null, []],
  ["review", { value: "Speichern" }, { value: "Store" }, []],
  ["review", { value: "Speichern" }, null, warned("tokens")],
  ["review", { value: "Speichern" }, null, warned("forms")],
  ["done", { value: "Speichern" }, null, warned("tokens", "The app fills it in.")],
  ["done", { value: "Speichern" }, null, warned("length")],
] as const)("%s: %o, outdated from %o, warned of %o", (state, target, outdatedFrom, warnings) =>
  expect(stateOf({ target: { ...target }, outdatedFrom, warnings })).toBe(state),
);
