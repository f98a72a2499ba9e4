// @ts-check
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { importGraph, isTest, isTestTool, sourceFiles } from "./import-graph.mjs";
import { testPlan } from "./test-plan.mjs";

// Which files faults are put into, and which tests are near to them.

/** @typedef {ReturnType<typeof readTree>} Tree */

const isForTests = (/** @type {string} */ path) =>
  isTest(path) || isTestTool(path) || /\.samples\.ts$|\/(malformed|api\.conformance)\./.test(path);

/**
 * The tree of sources.
 * @returns `imports` and `importers` of each file; `stageOf` the tests that need no browser; `targets`: the rules,
 * services, doors, kit and identity, of which a sheet's thread is left out, because tests run it from a bundle; `comparing`
 * the tests that compare all of what is answered or written with a released file
 */
export function readTree() {
  const files = sourceFiles();
  const imports = importGraph(files);
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [path, all] of imports) for (const to of all) importers.set(to, [...(importers.get(to) ?? []), path]);
  const plan = testPlan();
  const stages = /** @type {const} */ (["unit", "database", "slow"]);
  const stageOf = new Map(
    stages.flatMap((stage) => plan.filesOf(stage).map((file) => /** @type {const} */ ([file, stage]))),
  );
  const inThread = reached("server/kit/import/sheet/sheet-thread.ts", imports);
  const isInThread = (/** @type {string} */ path) => path.startsWith("server/kit/import/sheet/") && inThread.has(path);
  const targets = files
    .map(({ path }) => path)
    .filter(
      (path) =>
        /^server\/.*\.ts$/.test(path) &&
        !isForTests(path) &&
        !isInThread(path) &&
        !/\.(schema|router)\.ts$/.test(path) &&
        (/\.(rules|service)\.ts$/.test(path) || /^server\/(kit|doors|identity)\//.test(path)),
    );
  const compares = /toMatchFileSnapshot\(|new Released(Sections|Beginning)\(/;
  const comparing = new Set(
    files.filter(({ path, text }) => stageOf.has(path) && compares.test(text)).map(({ path }) => path),
  );
  return { imports, importers, stageOf, targets, comparing };
}

/**
 * The routers that a file can change, by their keys in the API, for the walks over all of them.
 * @returns empty where that is most of them
 */
export function routersOf(/** @type {string} */ path, /** @type {Pick<Tree, "importers">} */ { importers }) {
  const registry = "server/root.ts";
  const root = readFileSync(registry, "utf8");
  const files = new Map(
    [...root.matchAll(/^import \{([^}]*)\} from "@\/([^"]+)"/gm)].flatMap(([, names = "", file]) =>
      names.split(",").map((name) => /** @type {const} */ ([name.trim(), `${file}.ts`])),
    ),
  );
  const keys = [...root.matchAll(/^ {2}(\w+): (\w+)/gm)].map(([, key = "", router = ""]) => ({
    key,
    file: files.get(router),
  }));
  const edges = new Map([...importers].map(([file, to]) => [file, to.filter((one) => one !== registry)]));
  const found = reached(path, edges);
  const changed = keys.filter(({ file }) => !file || found.has(file)).map(({ key }) => key);
  return changed.length > keys.length / 2 ? [] : changed;
}

/** How far from a file each file is that it leads to. @returns {Map<string, number>} */
export function reached(/** @type {string} */ from, /** @type {Map<string, string[]>} */ edges) {
  const found = new Map([[from, 0]]);
  for (const [path, distance] of found)
    for (const next of edges.get(path) ?? []) if (!found.has(next)) found.set(next, distance + 1);
  return found;
}

/**
 * The test files that lead to a file: those of its own name first, then those of its folder, then the nearer the earlier.
 * @param {string} path
 * @param {Tree} tree
 */
export function testsNear(path, { importers, stageOf }) {
  const stem = (/** @type {string} */ one) => one.replace(/(\.\w+)+$/, "");
  const rank = (/** @type {[string, number]} */ [file, distance]) =>
    (stem(file) === stem(path) ? 0 : 100) + (dirname(file) === dirname(path) ? 0 : 10) + distance;
  return [...reached(path, importers)]
    .filter(([file]) => stageOf.has(file))
    .sort((one, other) => rank(one) - rank(other) || (one[0] < other[0] ? -1 : 1))
    .map(([file]) => file);
}
