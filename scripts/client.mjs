// @ts-check
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { claim } from "./claim.mjs";
import { run, runNode } from "./command.mjs";
import { fail, Plain } from "./plain.mjs";
import { installTools } from "./tools.mjs";

// `npm run client`: the package that callers of the API install, made from its released document (ADR 105).

const root = resolve(import.meta.dirname, "..");
const apiTools = join(root, "tools/api");
const home = join(root, "clients/typescript");
const document = join(root, "docs/api/released/openapi.json");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** A hash of everything that the package is made from. */
function sourceHash() {
  const sources = readdirSync(join(home, "src")).filter((name) => name.endsWith(".ts"));
  const own = [...sources.map((name) => `src/${name}`), "package.json", "tsconfig.json", "README.md"];
  const others = [document, import.meta.filename, join(apiTools, "package-lock.json"), join(root, "LICENSE")];
  const hash = createHash("sha256").update(version);
  for (const file of [...own.map((name) => join(home, name)), ...others]) hash.update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** Writes a file that is whole at any moment, for two commands may make the package at once. */
function write(/** @type {string} */ file, /** @type {string | Buffer} */ content) {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, content);
  renameSync(part, file);
}

/**
 * The types of all operations, by openapi-typescript, and a line for each that says how it is called.
 * @param {string} folder
 */
async function generate(folder) {
  const generator = pathToFileURL(join(apiTools, "node_modules/openapi-typescript/dist/index.mjs")).href;
  const { default: openapi, astToString } = await import(generator);
  const compiler = pathToFileURL(join(apiTools, "node_modules/typescript/lib/typescript.js")).href;
  const { default: ts } = await import(compiler);
  const file = ts.factory.createTypeReferenceNode("Upload");
  const api = JSON.parse(readFileSync(document, "utf8"));
  delete api.webhooks; // they are received, not called
  const nodes = await openapi(api, {
    transform: (/** @type {{ format?: string }} */ { format }) => (format === "binary" ? file : undefined),
    silent: true,
  });
  const note = "// Made by `npm run client` from docs/api/released/openapi.json.\n";
  const types = `${note}import type { Upload } from "../upload.js";\n\n${astToString(nodes)}`;
  mkdirSync(folder, { recursive: true });
  write(join(folder, "schema.ts"), types);
  write(join(folder, "operations.ts"), note + operationsText());
}

function operationsText() {
  /** @type {Record<string, Record<string, any>>} */
  const paths = JSON.parse(readFileSync(document, "utf8")).paths;
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, parameters, requestBody }]) => {
      const flags = [
        security.length === 0 && "open: true",
        parameters.some((/** @type {{ name: string }} */ { name }) => name === "Idempotency-Key") && "keyed: true",
        requestBody?.content["multipart/form-data"] && "form: true",
      ];
      const all = [`method: "${method.toUpperCase()}"`, `path: "${path}"`, ...flags.filter(Boolean)];
      return `  ${operationId}: { ${all.join(", ")} },`;
    }),
  );
  return `import type { operations as all } from "./schema.js";

/** How an operation is called. */
export interface Operation {
  method: string;
  path: string;
  /** needs no credentials */
  open?: true;
  /** takes an Idempotency-Key */
  keyed?: true;
  /** takes a form with files */
  form?: true;
}

export const operations: Record<keyof all, Operation> = {
${lines.sort().join("\n")}
};
`;
}

const tool = async (/** @type {string} */ name, /** @type {string[]} */ ...args) => {
  const { code, output } = await runNode([join(apiTools, "node_modules", name), ...args]);
  if (code !== 0) throw new Plain(`The client could not be made:\n${output.trim()}`);
};

const archive = join(home, `dist/persdesk-client-${version}.tgz`);
const stamp = join(home, "dist/built-from");

/**
 * Makes the package, where what it is made from has changed since.
 * @returns {Promise<string>} the path of the .tgz
 */
export async function packClient() {
  const hash = sourceHash();
  const isPacked = () => existsSync(archive) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
  if (isPacked()) return archive;
  await installTools("api");
  // Who comes while another process makes it waits for that one.
  mkdirSync(join(home, "dist"), { recursive: true });
  const claimed = claim(join(home, "dist/.packing"));
  if ("holder" in claimed) {
    await sleep(200);
    return packClient();
  }
  return pack(hash).finally(claimed.release);
}

/** @returns {Promise<string>} */
async function pack(/** @type {string} */ hash) {
  await generate(join(home, "src/generated"));
  const folder = mkdtempSync(join(tmpdir(), "persdesk-client-"));
  try {
    await tool("typescript/bin/tsc", "-p", home, "--outDir", join(folder, "dist"));
    const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...manifest, version }, undefined, 2)}\n`);
    copyFileSync(join(home, "README.md"), join(folder, "README.md"));
    copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
    const { code, output } = await run("npm", ["pack", "--ignore-scripts"], { cwd: folder });
    if (code !== 0) throw new Plain(`The client could not be packed:\n${output.trim()}`);
    write(archive, readFileSync(join(folder, basename(archive))));
    write(stamp, hash);
    return archive;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main() {
  await packClient();
  console.log(`${Math.ceil(statSync(archive).size / 1024)} KiB: ${relative(process.cwd(), archive)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main().catch(fail);
