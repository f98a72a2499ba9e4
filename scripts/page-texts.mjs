// @ts-check
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

// Which texts the browser needs on which pages (ADR 42): those in the modules that a page's own code is made of.

const routeFile = /(^|\/)(page|layout|error|not-found|forbidden|template|loading)\.tsx$/;

/** What sends texts: a layout, for the pages inside it, and the one page of a plain resource (ADR 117). */
const sendsTexts = /(^|\/)(layout|\[\[\.{3}\w+\]\]\/page)\.tsx$/;

/**
 * Modules of the server that screens use too: shapes and rules, and the labels of permissions where a screen itself shows
 * them. What the others say is said on the server.
 */
const isShared = (/** @type {string} */ path, /** @type {string} */ from) =>
  !path.startsWith("server/") ||
  /\.(schema|rules)\.ts$/.test(path) ||
  (path === "server/permissions.ts" && !from.startsWith("server/"));

const catalogueTexts = () =>
  readdirSync("texts/catalogue").flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join("texts/catalogue", file), "utf8"))),
  );

/**
 * The strings that stand in a source, those in templates without a value among them.
 * @returns {string[]}
 */
function stringsIn(/** @type {string} */ file, /** @type {typeof import("oxc-parser").parseSync} */ parseSync) {
  /** @type {string[]} */
  const found = [];
  const walk = (/** @type {any} */ node) => {
    if (typeof node?.value === "string" && node.type === "Literal") found.push(node.value);
    else if (node?.type === "TemplateLiteral" && node.quasis.length === 1) found.push(node.quasis[0].value.cooked);
    else if (typeof node === "object" && node !== null) for (const part of Object.values(node)) walk(part);
  };
  walk(parseSync(file, readFileSync(file, "utf8")).program.body);
  return found;
}

/**
 * The folders of what sends texts, with the English texts that the pages inside them need, without those that a layout
 * around them brings.
 * @returns {Promise<Record<string, string[]>>}
 */
export async function pageTexts() {
  // Loaded here, for `npm start` and `npm test` load this module before anything is installed.
  const [{ build }, { parseSync }] = await Promise.all([import("esbuild"), import("oxc-parser")]);
  const routes = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => join("app", file))
    .filter((file) => routeFile.test(file));
  const { metafile } = await build({
    // One bundle of all pages: only what imports what is of interest.
    stdin: { contents: routes.map((file) => `import ${JSON.stringify(`./${file}`)};`).join("\n"), resolveDir: "." },
    bundle: true,
    write: false,
    metafile: true,
    treeShaking: false,
    packages: "external",
    platform: "node",
    format: "esm",
    jsx: "automatic",
    loader: { ".css": "empty", ".module.css": "empty" },
    logLevel: "error",
  });
  const known = new Set(catalogueTexts());
  /** @type {Map<string, string[]>} */
  const textsOf = new Map();
  const textsIn = (/** @type {string} */ file) => {
    const found = textsOf.get(file) ?? stringsIn(file, parseSync).filter((text) => known.has(text));
    textsOf.set(file, found);
    return found;
  };
  const reachedFrom = (/** @type {string[]} */ files) => {
    const seen = new Set(files);
    for (const file of seen)
      for (const { path, external } of metafile.inputs[file]?.imports ?? [])
        if (!external && isShared(path, file)) seen.add(path);
    // What the registers of screens say, the layouts say on the server.
    return [...seen].filter((file) => /\.tsx?$/.test(file) && !file.startsWith("app/_resources/"));
  };

  const layouts = routes.filter((file) => sendsTexts.test(file)).map(dirname);
  const around = (/** @type {string} */ path) =>
    layouts.filter((folder) => `${path}/`.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length);
  /** @type {Map<string, Set<string>>} */
  const needed = new Map();
  for (const folder of layouts.toSorted((a, b) => a.length - b.length)) {
    const [, ...outer] = around(folder);
    const own = routes.filter((file) => around(dirname(file))[0] === folder);
    const texts = new Set(reachedFrom(own).flatMap(textsIn));
    // The genders of nouns are asked for by their words.
    for (const text of [...texts]) if (known.has(`${text}|gender`)) texts.add(`${text}|gender`);
    for (const one of outer) for (const text of needed.get(one) ?? []) texts.delete(text);
    needed.set(folder, texts);
  }
  return Object.fromEntries([...needed].map(([folder, texts]) => [folder, [...texts].sort()]));
}
