import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const files = ["app", "components"].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((name) => join(room, name)),
);
const rules = files.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = "", body = ""]) => ({
    name: `${file} ${selector.trim()}`,
    body,
  })),
);
const scrolling = rules.filter(({ body }) => /overflow(-[xy])?:\s*(auto|scroll)/.test(body));

it("every box that scrolls holds its hidden words, which would make the page taller than it is", () => {
  expect(scrolling.length).toBeGreaterThan(5);
  const loose = scrolling.filter(({ body }) => !/position:\s*(relative|absolute|fixed|sticky)/.test(body));
  expect(loose.map(({ name }) => name)).toEqual([]);
});
