import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const named = /objectType: "([\w-]+)"|(?:recordService\(\w+, |translatedService\()\{\s*name: "([\w-]+)"/g;

/** Every kind of record that the code audits. */
export const auditedKinds = () => [
  ...new Set(
    readdirSync("server", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(service|rules)\.ts$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      .flatMap((text) => [...text.matchAll(named)])
      .map(([, entry, record]) => entry ?? record ?? ""),
  ),
];
