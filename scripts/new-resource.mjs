// @ts-check
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { runNode } from "./command.mjs";
import { filesOf, linesOf } from "./new-resource-files.mjs";
import { fail, Plain } from "./plain.mjs";

// `npm run new:resource -- devices "wheel size" "wheel sizes" "une taille de roue" "tailles de roue" "die Radgröße" "Radgrößen"`:
// a plain resource end to end, in three languages, which passes `npm run verify` and the walk through all screens as it is.
// Its template stands in new-resource-files.mjs.

/** Where a domain's files live: below server/, among the constraints, among the rights. */
const domains = {
  people: { server: "identity", constraints: "identity", module: "identity" },
  companies: { server: "companies", constraints: "companies", module: "companies" },
  devices: { server: "devices", constraints: "devices", module: "devices" },
  content: { server: "content", constraints: "content", module: "content" },
  operations: { server: "operations", constraints: "operations", module: "operations" },
};

/** @param {string[]} words */
const camel = ([first = "", ...rest]) => first + rest.map(pascalWord).join("");
/** @param {string} word */
const pascalWord = (word) => `${word[0]?.toUpperCase()}${word.slice(1)}`;

/**
 * What people call one of it, with the article that tells its gender, and many.
 * @param {Record<string, string>} genders by article
 * @param {string} one such as "die Radgröße"
 * @param {string} many such as "Radgrößen"
 */
function namesIn(genders, one, many) {
  const [, article = "", name = ""] = /^(\S+) (.+)$/.exec(one) ?? [];
  const gender = genders[article];
  const articles = Object.keys(genders).join(", ");
  if (!gender || !name || !many)
    throw new Plain(
      `Say also what it is called in French and German, one (with its article) and many, such as "une taille de roue" "tailles de roue" "die Radgröße" "Radgrößen". One of ${articles} is missing in "${one}".`,
    );
  return { gender, one: name, many };
}

/** @param {string[]} words */
function namesOf([register = "", one = "", many = "", ...others]) {
  if (!Object.hasOwn(domains, register)) throw new Plain(`The domain is one of ${Object.keys(domains).join(", ")}.`);
  for (const name of [one, many])
    if (!/^[a-z]+( [a-z]+)*$/.test(name))
      throw new Plain('Say what people call one and many of it, in lower case, such as "wheel size" "wheel sizes".');
  if (one === many) throw new Plain("The plural must differ from the singular.");
  const [frenchOne = "", frenchMany = "", germanOne = "", germanMany = ""] = others;
  const words = one.split(" ");
  const plurals = many.split(" ");
  const of = domains[/** @type {keyof typeof domains} */ (register)];
  return {
    ...of,
    register,
    room: `(${register})`,
    schema: "backoffice",
    one,
    many,
    kebab: words.join("-"),
    kebabs: plurals.join("-"),
    camels: camel(plurals),
    pascal: words.map(pascalWord).join(""),
    pascals: plurals.map(pascalWord).join(""),
    snakes: plurals.join("_"),
    french: namesIn({ un: "m", une: "f" }, frenchOne, frenchMany),
    german: namesIn({ der: "m", die: "f", das: "n" }, germanOne, germanMany),
  };
}

/**
 * Puts a line before the last match of `end`, and `head` at the top.
 * @param {ReturnType<typeof linesOf>[number]} place
 */
function insert({ file, end, line, head = "" }) {
  const text = readFileSync(file, "utf8");
  const match = [...text.matchAll(new RegExp(end, "g"))].at(-1);
  if (match?.index === undefined) throw new Plain(`${file} has no place for a new resource.`);
  const before = text.slice(0, match.index);
  const added = before.endsWith("[") ? line.replace(/^, /, "") : line; // the first of an array follows nothing
  writeFileSync(file, head + before + added + text.slice(match.index));
}

async function make() {
  const names = namesOf(process.argv.slice(2));
  const files = filesOf(names);
  const there = Object.keys(files).find((file) => existsSync(file));
  if (there) throw new Plain(`${there} is there already.`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const lines = linesOf(names);
  for (const line of lines) insert(line);
  const changed = lines.map(({ file }) => file);
  const biome = ["node_modules/@biomejs/biome/bin/biome", "check", "--write", ...Object.keys(files), ...changed];
  const formatted = await runNode(biome);
  if (formatted.code !== 0) throw new Plain(`Biome could not format it:\n${formatted.output}`);
  for (const arg of [`add-${names.kebabs}`, "--list"]) {
    const migration = await runNode(["scripts/generate-migration.mjs", arg]);
    if (migration.code !== 0) throw new Plain(`The migration could not be written:\n${migration.output}`);
  }
  // Its rights and its screens' procedures are part of what is released, its table of the drawn data model.
  const written = [
    "run",
    "--project",
    "unit",
    "server/api-document.test.ts",
    "server/resource-table.test.ts",
    "db/schema/data-model.test.ts",
    "--update", // last: what follows would be read as its value
  ];
  const released = await runNode(["node_modules/vitest/vitest.mjs", ...written]);
  if (released.code !== 0) throw new Plain(`What is released could not be written:\n${released.output}`);
  console.log(`${Object.keys(files).join("\n")}\nand a line each in ${changed.join(", ")}.`);
  console.log(
    "Next: its own fields and rules, its REST paths, a better icon, what its page is for, and its area. See CONTRIBUTING.md.",
  );
}

await make().catch(fail);
