// Keeps the API's document of this version as what callers were promised: `npm run release:api`, once a release.

import { readFileSync, writeFileSync } from "node:fs";

const folder = "docs/api/released";
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const { paths, webhooks, components } = JSON.parse(readFileSync(`${folder}/openapi.json`, "utf8"));

/** What explains may change at any time; a field of such a name has a schema in its place. */
const isExplanation = (/** @type {string} */ key, /** @type {unknown} */ value) =>
  key === "example" ||
  (key === "tags" && Array.isArray(value)) ||
  ((key === "description" || key === "summary") && typeof value === "string");
const text = JSON.stringify({ paths, webhooks, components: { schemas: components.schemas } }, (key, value) =>
  isExplanation(key, value) ? undefined : value,
);
writeFileSync(`${folder}/${version}.json`, `${text}\n`, { flag: "wx" });
