import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runNode } from "./command.mjs";
import { licenceLines } from "./sbom.mjs";

/** Licences under which a product may be sold that uses a package as it is. */
const allowed =
  /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|Python-2\.0|Zlib|CC-BY-4\.0|OFL-1\.1|MPL-2\.0|LGPL-3\.0-or-later)$/;

// Below exceljs, older than such fields: chainsaw and traverse say MIT, jsonify public domain, buffers nothing.
const unsaid = ["buffers", "chainsaw", "jsonify", "traverse"];

/** Whether one of the licences joined by OR may be used, all of those joined by AND. */
const isAllowed = (licence: string) =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((one) => one.split(" AND ").every((part) => allowed.test(part)));

it("npm run sbom lists each package with a licence that lets the product use it", async () => {
  const { code, output } = await runNode(["scripts/sbom.mjs"]);
  expect(output).toMatch(/^\d+ packages/);
  expect(code).toBe(0);
  const [head, ...lines] = readFileSync("reports/licences.csv", "utf8").trim().split("\n");
  expect(head).toBe('"package","version","licence"');
  expect(lines.length).toBeGreaterThan(100);
  const refused = lines.filter((line) => {
    const [name = "", , licence = ""] = JSON.parse(`[${line}]`) as string[];
    return licence === "not said" ? !unsaid.includes(name) : !isAllowed(licence);
  });
  expect(refused).toEqual([]);
  expect(isAllowed("GPL-3.0-only")).toBe(false);
  expect(isAllowed("MIT AND GPL-3.0-only")).toBe(false);
});

it("several licences are said as one", () => {
  const licenses = [{ license: { id: "MIT" } }, { license: { name: "Own" } }];
  const lines = licenceLines({
    components: [
      { name: "b", version: "1.0.0", licenses },
      { name: "a", version: "2.0.0" },
    ],
  });
  expect(lines.slice(1)).toEqual(['"a","2.0.0","not said"', '"b","1.0.0","MIT AND Own"']);
});
