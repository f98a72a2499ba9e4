import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const named = /objectType: "([\w-]+)"|(?:recordService\(\w+, |translatedService\()\{\s*name: "([\w-]+)"/g;

/** What the services match, the first group that there is of each, once. */
const inServices = (pattern: RegExp) => [
  ...new Set(
    readdirSync("server", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(service|rules)\.ts$|^(run|undo)-import\.ts$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      .flatMap((text) => [...text.matchAll(pattern)])
      .map(([, ...groups]) => groups.find((group) => group !== undefined) ?? ""),
  ),
];

/** Every kind of record that the code audits. */
export const auditedKinds = () => inServices(named);

/** Every action whose name stands beside its entry in the code; root.audit.slow.test.ts finds the others. */
export const auditedActions = () => inServices(/\baction: "([\w-]+)"/g);
