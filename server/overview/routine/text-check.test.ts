import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("knows the texts of every service that joins the translation desk", () => {
  const joins = /^(export const \w+ = textService|joinDesk|joinTranslated)\(/m;
  const services = readdirSync("server", { recursive: true, encoding: "utf8" })
    .map((name) => `server/${name}`)
    .filter((path) => path.endsWith(".service.ts") && joins.test(readFileSync(path, "utf8")));
  const loaded = [
    ...readFileSync("server/overview/routine/text-check.service.ts", "utf8").matchAll(/^import "@\/(.+)";$/gm),
  ].map(([, path]) => `${path}.ts`);
  expect(services.length).toBeGreaterThan(10);
  expect(loaded.toSorted()).toEqual(services.toSorted());
});
