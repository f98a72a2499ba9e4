// @ts-check
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { runNode } from "./command.mjs";
import { randomSecrets } from "./demo.mjs";
import { applyPatches } from "./patches.mjs";
import { fail, Plain } from "./plain.mjs";

const entries = {
  serve: "server/serve.ts",
  worker: "server/worker.ts",
  "admin-create": "server/admin-create.ts",
  "privacy-reapply": "server/privacy-reapply.ts",
  keys: "server/keys.ts",
  "sessions-end": "server/sessions-end.ts",
  doctor: "server/doctor.ts",
  "after-recovery": "server/after-recovery.ts",
  migrate: "seed/prepare.ts",
  seed: "seed/seed.ts",
  // Not a program but a thread that the server starts to read a file that is imported.
  "sheet-thread": "server/kit/import/sheet/sheet-thread.ts",
  // A process that the server starts to draw a picture that is uploaded.
  "picture-process": "server/platform/file/picture-process.ts",
};
const sources = ["app", "components", "env", "server", "db", "seed", "public", "texts", "patches"];
const settings = [
  "next.config.mjs",
  "proxy.ts",
  "package-lock.json",
  "tsconfig.json",
  "scripts/build.mjs",
  "scripts/page-texts.mjs",
];
const stamp = "dist/built-from";

const filesIn = (/** @type {string} */ folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

/**
 * A hash of everything that a build is made from: of contents, not dates, so that a fresh clone and a checkout agree.
 */
function sourceHash() {
  const hash = createHash("sha256").update(process.version);
  for (const file of [...sources.flatMap(filesIn), ...settings.filter((name) => existsSync(name))].sort()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** Does what stands in `.next` and `dist` come from these sources? */
export function isBuilt() {
  return existsSync(".next/BUILD_ID") && existsSync(stamp) && readFileSync(stamp, "utf8") === sourceHash();
}

/** Packages that stay as npm installed them: with binaries or files of their own, started as a whole, or seldom needed. */
export const apart = [
  "next",
  "@node-rs/argon2",
  "exceljs",
  "graphile-worker",
  "mailparser",
  "pg-native",
  "pino",
  "@opentelemetry/*",
];
/** What packages in a bundle take their parts of Node with. */
export const requiring =
  'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);';

/**
 * Bundles our own server-side programs into `dist/`, with their packages, where they are not there as the sources are now. Each
 * file is whole at any moment, for two commands may bundle the same program.
 * @param {(keyof typeof entries)[]} names
 */
export async function bundle(names) {
  const isDone = isBuilt();
  // An image has the programs as they were built, and no sources.
  const there = names.filter((name) => existsSync(entries[name]) && !(isDone && existsSync(`dist/${name}.js`)));
  if (there.length === 0) return;
  // What is built is of other sources from now on, also where these become again what they were.
  if (!isDone) rmSync(stamp, { force: true });
  applyPatches();
  const { build } = await import("esbuild");
  mkdirSync("dist", { recursive: true });
  const { outputFiles } = await build({
    write: false,
    entryPoints: Object.fromEntries(there.map((name) => [name, entries[name]])),
    outdir: "dist",
    bundle: true,
    external: apart,
    banner: { js: requiring },
    minifyWhitespace: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
  });
  for (const { path, contents } of outputFiles ?? []) {
    const part = `${path}.${process.pid}.part`;
    writeFileSync(part, contents);
    renameSync(part, path);
  }
}

/**
 * Asks browsers to compile the scripts of pages whole, while they load and beside the page: what they compile when it is first
 * called holds up the page, and most of it is called at once. Browsers that do not know the line read a comment.
 */
function hintCompilers() {
  const scripts = filesIn(".next/static/chunks").filter((file) => file.endsWith(".js"));
  for (const file of scripts) writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, "utf8")}`);
}

/** Leaves scripts and styles compressed beside themselves, for server/doors/static-files.ts. */
async function compressFiles() {
  const files = filesIn(".next/static").filter((file) => /\.(js|css)$/.test(file));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }; // the last of its eleven levels takes twice as long for two per cent
  const compress = async (/** @type {string} */ file) => {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes));
  };
  await Promise.all(files.map(compress));
}

/** Builds the screens and the programs; their types are checked elsewhere (scripts/code-checks.mjs). */
export async function build({ show = false } = {}) {
  const hash = sourceHash();
  rmSync(stamp, { force: true });
  await bundle([
    "serve",
    "worker",
    "admin-create",
    "privacy-reapply",
    "keys",
    "sessions-end",
    "doctor",
    "after-recovery",
    "migrate",
    "seed",
    "sheet-thread",
    "picture-process",
  ]);
  const { pageTexts } = await import("./page-texts.mjs");
  writeFileSync("dist/page-texts.json", JSON.stringify(await pageTexts()));
  // The build imports modules that check their settings, but connects nowhere: the secrets are used for this build
  // only.
  const env = {
    ...process.env,
    RATE_LIMITS: "on", // a build is checked as production is, where "off" is refused
    ...randomSecrets(),
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    APP_URL: "http://localhost",
    PERSDESK_DEMO: "0",
    NODE_ENV: /** @type {const} */ ("production"),
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const { code, output } = await runNode(["node_modules/next/dist/bin/next", "build"], { env, show });
  if (/ENOSPC/.test(output)) throw new Plain("The disk is full: the build could not be written.");
  if (code !== 0) throw new Plain(`The build failed.${show ? "" : `\n${output.trim()}`}`);
  hintCompilers();
  await compressFiles();
  mkdirSync("dist", { recursive: true });
  writeFileSync(stamp, hash);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await build({ show: true }).catch(fail);
