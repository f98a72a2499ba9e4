// @ts-check
import { mkdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { runNpm } from "./command.mjs";
import { fail, Plain } from "./plain.mjs";

// `npm run sbom`: what the product is made of, from the lockfile, without what only tests and builds use:
// `reports/sbom.json` (CycloneDX) and `reports/licences.csv`.

/**
 * One line for each package: its name, version and licence.
 * @param {{ components: { name: string, version: string, licenses?: { license?: { id?: string, name?: string }, expression?: string }[] }[] }} bom
 */
export function licenceLines({ components }) {
  const lines = components.map(({ name, version, licenses = [] }) => {
    const licence = licenses.map((one) => one.expression ?? one.license?.id ?? one.license?.name).join(" AND ");
    return `"${name}","${version}","${licence || "not said"}"`;
  });
  return ['"package","version","licence"', ...lines.sort()];
}

async function report() {
  const asked = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only", "--loglevel", "error"];
  const { code, output } = await runNpm(asked);
  if (code !== 0) throw new Plain(`npm could not list the packages:\n${output}`);
  const bom = output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1);
  const lines = licenceLines(JSON.parse(bom));
  mkdirSync("reports", { recursive: true });
  writeFileSync("reports/sbom.json", bom);
  writeFileSync("reports/licences.csv", `${lines.join("\n")}\n`);
  console.log(`${lines.length - 1} packages: reports/sbom.json, reports/licences.csv`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await report().catch(fail);
