// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { runNode } from "./command.mjs";
import { companyScreens } from "./new-resource/company-files.mjs";
import { companyRouter, companyTest } from "./new-resource/company-server.mjs";
import { fieldsOf, knownTexts } from "./new-resource/fields.mjs";
import { linesOf } from "./new-resource/lines.mjs";
import { namesOf } from "./new-resource/names.mjs";
import { screenFiles } from "./new-resource/screen-files.mjs";
import { router, schema, service, table, test } from "./new-resource/server-files.mjs";
import { fail, Plain } from "./plain.mjs";

// `npm run new:resource -- devices "wheel size" "wheel sizes" "une taille de roue" "tailles de roue" "die Radgröße" "Radgrößen"`:
// a resource end to end, in three languages, which passes `npm run verify` and the walk through all screens as it is (ADR 117).
// --fields "label:text,rank:int?" says its fields; --rest adds its operations to the API; --company makes it a company's.

/** @typedef {import("./new-resource/server-files.mjs").Plan} Plan */

const options = /** @type {const} */ ({
  fields: { type: "string", default: "label:text,description:longtext?" },
  rest: { type: "boolean", default: false },
  company: { type: "boolean", default: false },
});

/** What the command line says. @throws {Plain} for what it cannot say */
function said() {
  try {
    return parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
  } catch (error) {
    throw new Plain(
      `${/** @type {Error} */ (error).message.split(".")[0]}. There are --fields "label:text,rank:int?", --rest and --company.`,
    );
  }
}

/** @returns {Plan} what is asked for, checked */
function planOf() {
  const { values, positionals } = said();
  const names = namesOf(positionals);
  const { company: isOfCompany, rest: hasRest } = values;
  if (isOfCompany && names.register !== "companies")
    throw new Plain(`A company's resource belongs to companies, not to ${names.register}.`);
  if (isOfCompany && /^compan(y|ies)\b/.test(names.one))
    throw new Plain(`Leave "company" out of its name: staff find it as company ${names.one} anyway.`);
  const known = knownTexts();
  const folder = isOfCompany ? "server/companies/company" : `server/${names.server}`;
  const plan = { ...names, ...fieldsOf(values.fields, known), isOfCompany, hasRest, folder };
  for (const name of [plan.one, plan.many])
    if (known[name]) throw new Plain(`"${name}" is the name of something else already.`);
  return plan;
}

/** @param {Plan} plan @returns {Record<string, string>} path → text */
function filesOf(plan) {
  const { kebab, folder, isOfCompany } = plan;
  const server = `${folder}/${kebab}/${kebab}`;
  return {
    [`db/schema/${plan.server}-${kebab}.ts`]: table(plan),
    [`${server}.schema.ts`]: schema(plan),
    [`${server}.service.ts`]: service(plan),
    [`${server}.router.ts`]: isOfCompany ? companyRouter(plan) : router(plan),
    [`${server}.test.ts`]: isOfCompany ? companyTest(plan) : test(plan),
    ...(isOfCompany ? companyScreens(plan) : screenFiles(plan)),
  };
}

/**
 * The files with their new lines, before any is written.
 * @param {import("./new-resource/texts.mjs").Line[]} lines
 */
function inserted(lines) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const { file, end, line, head = "" } of lines) {
    const text = texts.get(file) ?? readFileSync(file, "utf8");
    const match = [...text.matchAll(new RegExp(end, "g"))].at(-1);
    if (match?.index === undefined) throw new Plain(`${file} has no place for a new resource.`);
    const before = text.slice(0, match.index);
    const added = before.endsWith("[") ? line.replace(/^, /, "") : line; // the first of an array follows nothing
    const directive = /^"use client";\n\n/.exec(before)?.[0] ?? ""; // nothing stands before it
    texts.set(file, directive + head + before.slice(directive.length) + added + text.slice(match.index));
  }
  return texts;
}

/** @param {string} what @param {string[]} args @param {Record<string, string>} [env] */
async function run(what, args, env = {}) {
  const { code, output } = await runNode(args, { env: { ...process.env, ...env } });
  if (code !== 0) throw new Plain(`${what}:\n${output}`);
}

/** The tests that compare a file with what is made of the code, but for the slow ones. */
const comparingTests = () =>
  ["db", "scripts", "server"]
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => join(root, file)))
    .filter((file) => /(?<!\.slow)\.test\.ts$/.test(file))
    .filter((file) => readFileSync(file, "utf8").includes("toMatchFileSnapshot("));

/** Writes anew what tests compare with, such as the API's document, and with --rest the examples of the new routers. */
async function writeReleased(/** @type {Plan} */ { hasRest, isOfCompany, camels, pascals }) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run"];
  const examples = [...vitest, "--project", "slow", "server/api-examples.slow.test.ts"];
  const env = { SCALE: "long", EXAMPLES: "write", EXAMPLES_OF: isOfCompany ? `${camels},company${pascals}` : camels };
  if (hasRest) await run("The API's examples could not be written", examples, env);
  const released = ["--project", "unit", ...comparingTests(), "--update"]; // last: it would take what follows as its value
  await run("What is released could not be written", [...vitest, ...released]);
}

/** What is left for whoever asked for it. @param {Plan} plan */
function leftOver({ one, kebab, camels, hasRest, isOfCompany, register, folder }) {
  const resource = isOfCompany
    ? `app/_company/${kebab}.resource.ts`
    : `app/(backoffice)/(${register})/…/${kebab}.resource.ts`;
  return [
    `Rules: what a ${one} must be, beyond its fields, belongs into ${folder}/${kebab}/${kebab}.service.ts, with a test of its own.`,
    "Bounds: numbers are 0 to 1,000,000 and texts up to 200 characters (the name 80); change them in the schema.",
    `Icon: ${resource} has a box. Its area, and what its page is for: app/_resources/${isOfCompany ? "workspace" : register}.ts.`,
    `Search: to be found by the palette it takes \`searchable\` beside the service, and a line in server/overview/search/search-kind.service.ts.`,
    isOfCompany &&
      `History: staff read it. What the company's own people read of it: server/overview/audit/company-history.rules.ts.`,
    isOfCompany &&
      "Rights: new databases give them to every category of companies (seed/base.ts); in one that runs, staff add them to the ceilings of the categories, and companies to their roles.",
    hasRest &&
      "The API: look at its paths (server/root.test.ts names what the documents lack), at the sentences of its fields in the schema, and at docs/api/released/openapi.json.",
    `The rest of what is released: SCALE=long npx vitest run --project slow server/root.released.slow.test.ts server/root.answers.slow.test.ts server/root.contrasts.slow.test.ts server/root.refusals.slow.test.ts -u adds the lines of ${camels}.`,
    "Read the French and German texts in texts/catalogue, for articles and capitals. Then: npm run verify.",
  ].filter((line) => line !== false);
}

async function make() {
  const plan = planOf();
  const files = filesOf(plan);
  const there = Object.keys(files).find((file) => existsSync(file));
  if (there) throw new Plain(`${there} is there already.`);
  const changed = inserted(linesOf(plan));
  for (const [file, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const biome = ["node_modules/@biomejs/biome/bin/biome", "check", "--write"];
  await run("Biome could not format it", [...biome, ...Object.keys(files), ...changed.keys()]);
  for (const arg of [`add-${plan.kebabs}`, "--list"])
    await run("The migration could not be written", ["scripts/generate-migration.mjs", arg]);
  await writeReleased(plan);
  console.log(`${Object.keys(files).join("\n")}\nand lines in ${[...changed.keys()].join(", ")}.\n`);
  console.log(`Left for you:\n- ${leftOver(plan).join("\n- ")}\nSee CONTRIBUTING.md.`);
}

await make().catch(fail);
