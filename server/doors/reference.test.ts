import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { appRouter } from "@/server/root";
import { openApi } from "./openapi";
import { page } from "./reference-page";
import { styleWith } from "./reference-style";
import { planOperations } from "./rest-plan";

const tokens = readFileSync("components/ui/tokens.css", "utf8");
const style = styleWith(tokens);

it("the reference has the colours of the product, dark where the browser is", () => {
  const [light = "", dark = ""] = [...tokens.matchAll(/^:root[^{]*\{([^}]*)\}/gm)].map(([, body]) => body);
  expect(light).toContain("color-scheme: light");
  expect(style).toContain(`:root {${light}}`);
  expect(dark).toContain("color-scheme: dark");
  expect(style).toContain(`@media (prefers-color-scheme: dark) {\n:root {${dark}}\n}`);
});

it("the reference asks for no colour that the product does not have", () => {
  const used = new Set([...style.matchAll(/var\((--pd-[\w-]+)\)/g)].map(([, name]) => name));
  expect(used.size).toBeGreaterThan(15);
  expect([...used].filter((name) => !tokens.includes(`${name}: `))).toEqual([]);
});

const document = openApi(planOperations(appRouter));
const html = page(document);
const signs = { lt: "<", gt: ">", quot: '"', "#39": "'", "#x2F": "/", "#x60": "`", "#x3D": "=", amp: "&" };
const textOf = (part: string) =>
  Object.entries(signs).reduce(
    (text, [name, sign]) => text.replaceAll(`&${name};`, sign),
    part.replace(/<[^>]+>/g, ""),
  );

it("the reference lists each operation with its method, path, summary and what it says of itself, without a script", () => {
  const shown = [...html.matchAll(/<article[\s\S]*?<\/article>/g)].map(([article]) => textOf(article));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  expect(shown).toHaveLength(operations.length);
  for (const { method, path, summary, description, operationId } of operations) {
    const article = shown.find((text) => text.includes(`${method.toUpperCase()} ${path}\n`)) ?? "";
    expect(article, operationId).toContain(summary);
    expect(article, operationId).toContain(description.replace(`${summary}. `, "").replace(/[`*]/g, ""));
    expect(html).toContain(`id="op-${operationId}"`);
  }
});

it("the reference's anchors are its own, and each link within it leads to one", () => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
  expect(ids.length).toBeGreaterThan(300);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id = ""]) => id);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
});

it("no Markdown of the document is left on the reference's page", () => {
  const text = textOf(html.replace(/<(code|pre)[\s\S]*?<\/\1>/g, ""));
  expect(text.split("\n").filter((line) => /\*\*|`|^#+ |^\s*[-*] |\]\(|^\|/.test(line))).toEqual([]);
});
