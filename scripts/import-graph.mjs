// @ts-check
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** @typedef {{ to: string, typeOnly: boolean }} Import `to`: from the root of the tree, without an extension; a package as it is written */
/** @typedef {{ path: string, text: string, imports: Import[] }} SourceFile */

const rooms = ["app", "bench", "components", "db", "e2e", "env", "scripts", "seed", "server", "texts"];
const statement = /^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** @returns {Import[]} */
function importsOf(/** @type {string} */ path, /** @type {string} */ text) {
  return [...text.matchAll(statement)].map(([, type, named, dynamic]) => {
    const to = named ?? dynamic ?? "";
    const own = to.startsWith("@/") ? to.slice(2) : to.startsWith(".") ? join(dirname(path), to) : to;
    return { to: own, typeOnly: type !== undefined };
  });
}

/**
 * Every file of code of the tree, with its text and its imports.
 * @returns {SourceFile[]}
 */
export const sourceFiles = () =>
  rooms
    .filter((room) => existsSync(room))
    .flatMap((room) => readdirSync(room, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|cjs)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, "utf8");
      return { path, text, imports: importsOf(path, text) };
    });

/** A file of tests. */
export const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path);

/** What only tests use. */
export const isTestTool = (/** @type {string} */ path) => /(^|\/)testing(\/|\.ts$)/.test(path);

const endings = ["", ".ts", ".tsx"];

/**
 * Which file loads which, by their paths; imports of types alone load nothing.
 * @param {SourceFile[]} files
 * @returns {Map<string, string[]>}
 */
export function importGraph(files) {
  const known = new Set(files.map(({ path }) => path));
  const loaded = (/** @type {Import} */ { to, typeOnly }) =>
    typeOnly ? [] : endings.map((ending) => to + ending).filter((file) => known.has(file));
  return new Map(files.map(({ path, imports }) => [path, imports.flatMap(loaded)]));
}

/**
 * Everything that a file loads, itself included.
 * @param {Map<string, string[]>} graph
 * @param {string} from
 * @param {(file: string) => boolean} leadsOn whether what a file loads counts too; that of `from` always does
 */
export function reachedFrom(graph, from, leadsOn) {
  const reached = new Set([from]);
  for (const file of reached)
    if (file === from || leadsOn(file)) for (const to of graph.get(file) ?? []) reached.add(to);
  return reached;
}
