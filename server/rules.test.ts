import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";

// What the constants of all rules say is in a file: limits, catalogues, the words of states. A change of one shows, and is
// meant. Where it is: `npx vitest run server/rules.test.ts -u`.

/** A value as plain data: a pattern by its source, a schema as its JSON Schema, the rest as it is. */
function shown(value: unknown): unknown {
  if (value instanceof RegExp) return String(value);
  if (value instanceof Set) return { set: [...value].map(shown) };
  if (value instanceof Map) return { map: [...value].map(shown) };
  if (value instanceof z.ZodType) return { schema: z.toJSONSchema(value, { unrepresentable: "any", io: "input" }) };
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(shown);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shown(one)]));
}

it("the constants of all rules are those that were released", async () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" });
  const paths = files.filter((path) => path.endsWith(".rules.ts")).sort();
  expect(paths.length).toBeGreaterThan(90);
  const lines: string[] = [];
  for (const path of paths) {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ resolve("server", path));
    const constants = Object.entries(exported).filter(([, value]) => typeof value !== "function");
    for (const [name, value] of constants.sort(([one], [other]) => (one < other ? -1 : 1)))
      lines.push(`${path} ${name} = ${JSON.stringify(shown(value), null, 1)}`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("released/constants.txt");
});
