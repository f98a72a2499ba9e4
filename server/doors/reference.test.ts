import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { style } from "./reference-page";

/** The colours of a style sheet by their names, those of light and of dark. */
const coloursOf = (css: string) => {
  const [light = "", dark = ""] = [...css.matchAll(/(?:^|\n):?[^\n{}]*\{([^}]*color-scheme[^}]*)\}/g)].map(
    ([, body]) => body ?? "",
  );
  const named = (body: string) =>
    new Map([...body.matchAll(/(--pd-[\w-]+): (#[\da-f]+)/g)].map(([, name = "", hex = ""]) => [name, hex]));
  return { light: named(light), dark: named(dark) };
};

it("the reference has the colours of the product", () => {
  const [own, product] = [coloursOf(style), coloursOf(readFileSync("components/ui/tokens.css", "utf8"))];
  for (const scheme of ["light", "dark"] as const) {
    expect(own[scheme].size).toBeGreaterThan(15);
    for (const [name, colour] of own[scheme])
      expect([scheme, name, colour]).toEqual([scheme, name, product[scheme].get(name)]);
  }
});
