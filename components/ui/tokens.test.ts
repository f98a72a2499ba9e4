import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const css = readFileSync("components/ui/tokens.css", "utf8");
const themes = [...css.matchAll(/:root(?:\[[^\]]*"dark"\])? \{([^}]*--pd-canvas[^}]*)\}/g)].map(
  ([, body = ""]) => new Map([...body.matchAll(/(--pd-[a-z-]+): (#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex])),
);

/** The relative luminance of a colour such as "#4f46e5" (WCAG 2). */
function luminance(hex = "#000000") {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string | undefined, other: string | undefined) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it("lines and boxes that say something stand out three to one from what is behind them, light and dark", () => {
  expect(themes).toHaveLength(2);
  for (const theme of themes)
    for (const line of ["--pd-accent-line", "--pd-faint"])
      for (const behind of ["--pd-canvas", "--pd-surface"])
        expect(contrast(theme.get(line), theme.get(behind)), `${line} on ${behind}`).toBeGreaterThanOrEqual(3);
});

it("what the browser draws itself, such as a date field, is dark in the dark", () => {
  const schemes = [...css.matchAll(/:root([^{]*) \{[^}]*?color-scheme: (light|dark);/g)].map(([, when, is]) => [
    when,
    is,
  ]);
  expect(schemes).toEqual([
    ["", "light"],
    ['[data-mantine-color-scheme="dark"]', "dark"],
  ]);
});

it("no check box is the browser's own, which it draws as a grey block in the dark", () => {
  const own = ["app", "components"].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .flatMap((file) =>
        [...readFileSync(`${room}/${file}`, "utf8").matchAll(/<input\b[^<]*?type="checkbox"[^<]*?\/>/g)].map(
          ([tag]) => ({
            file,
            tag,
          }),
        ),
      ),
  );
  expect(own.length).toBeGreaterThan(4);
  // What tokens.css overwrites has no class: those with one are Mantine's.
  expect(css).toMatch(/input\[type="checkbox"\]:not\(\[class\]\) \{[^}]*appearance: none/);
  expect(own.filter(({ tag }) => tag.includes("className"))).toEqual([]);
});
