// @ts-check
import { basename, dirname } from "node:path";
import { importGraph, isTest, isTestTool, reachedFrom, sourceFiles } from "./import-graph.mjs";

/** @typedef {"unit" | "database" | "slow" | "e2e" | "alone"} StageName */

const isLong = process.env.SCALE === "long";

/**
 * Which test belongs where, in the order in which they run; each stage is a project of vitest (vitest.config.ts).
 * `seconds` is about how long it takes on two cores, for who wants to know how long a run goes on; `workers` how many files
 * run at a time: more than cores where tests wait for a clock or for another process.
 * @type {Record<StageName, { what: string, seconds: number, workers: number }>}
 */
export const stages = {
  unit: {
    what: "no database, no process; a test takes 50 ms at most, a walk or a property somewhat more",
    seconds: 30,
    workers: 2,
  },
  database: {
    what: "on PostgreSQL or with a program of its own, a file takes five seconds at most",
    seconds: 80,
    workers: 3,
  },
  slow: {
    what: "walks, fuzzers, floods and what else takes longer; not in `npm run verify`",
    seconds: 190,
    workers: 3,
  },
  e2e: { what: "the production build, in a browser and over the wire", seconds: 380, workers: 3 },
  alone: {
    // What a short run promises of times is so little that a second file beside does not matter.
    what: "what measures others' times or what a server can stand",
    seconds: 60,
    workers: isLong ? 1 : 2,
  },
};

export const stageNames = /** @type {StageName[]} */ (Object.keys(stages));

/** Whether `npm run verify` runs a stage. */
export const isVerified = (/** @type {StageName} */ stage) => stage === "unit" || stage === "database";

/**
 * The rooms that browser tests belong to; all other tests lie in theirs.
 * @type {Record<string, string[]>}
 */
const browserRooms = {
  identity: ["forged-sign-in", "keys", "sign-in", "second-factor", "staff", "newcomer", "holes-rights"],
  companies: ["company", "partners", "portal", "fleet"],
  devices: [
    "alert-desk",
    "alert-sheets",
    "pers-sheet",
    "vehicle",
    "firmware-upload",
    "firmware-rollout",
    "firmware-rollout-company",
    "rollouts",
    "life",
  ],
  content: ["content", "label-import", "languages", "texts-week"],
  notification: ["notifications", "sending", "browser-push"],
  operations: [
    "privacy",
    "webhooks",
    "mail-layout",
    "soak",
    "mixed-load",
    "nodes",
    "full-folder",
    "failover",
    "rolling-restart",
    "operators-day",
    "key-turns",
    "upgrade",
    "database",
    "every-process",
    "stress",
    "web",
  ],
  kit: [
    "list",
    "cell-edit",
    "bulk",
    "views",
    "removed",
    "company-history",
    "peek",
    "press",
    "screens",
    "kinds",
    "days",
    "focus",
    "export",
    "import",
  ],
  doors: [
    "client",
    "quick-starts",
    "outside",
    "reference",
    "holes",
    "holes-repeat",
    "hostile-files",
    "picture-bombs",
    "shares",
    "body-limit",
    "mounts",
    "stored-xss",
  ],
  scripts: ["start", "installation", "bench", "new-resource"],
};

/** The name of a test file without what says its kind. */
const stemOf = (/** @type {string} */ file) => basename(file).split(".")[0] ?? "";

/** What gives a test its database. */
const givesDatabase = (/** @type {string} */ file) => /^db\/testing\/(?!sample|scale)/.test(file);

/** What a test starts programs and servers with. */
const startsPrograms = (/** @type {string} */ name) =>
  /^(node:(child_process|http|net|worker_threads)|esbuild|scripts\/(command|postgres)(\.mjs)?)$/.test(name);

/** What knows all resources: by it every test would depend on every file. */
const isRegistry = (/** @type {string} */ file) =>
  /^(server\/(root(\.samples)?|worker|serve)\.ts|app\/_resources\/)/.test(file);

/** What no test of the database reads. */
const isHarmless = (/** @type {string} */ file) => /\.(md|css|svg|png)$|^texts\/.+\.json$/.test(file);

/** What walks all resources, or reads of every table: it concerns every change. */
const isWalk = (/** @type {string} */ file) =>
  /^(server\/((attacks|doors|kit\/desk|overview\/(audit|privacy|search|time-line))\/)?[^/]+|db\/.+)$/.test(file);

/** What reads all files of some kind. */
const isReader = (/** @type {string} */ file) => /^(scripts|texts|db|server\/[^/]+$|app\/_)/.test(file);

/**
 * The test files of each stage, and those of the database that a change concerns.
 */
export function testPlan() {
  const files = sourceFiles();
  const graph = importGraph(files);
  const tests = files.map(({ path }) => path).filter(isTest);
  const named = new Map(files.map(({ path, imports }) => [path, imports.map(({ to }) => to)]));
  const importsOf = (/** @type {string} */ file) => named.get(file) ?? [];
  /** @returns {StageName} */
  const stageOf = (/** @type {string} */ file) => {
    if (/\.alone\.test\.ts$/.test(file)) return "alone";
    if (file.startsWith("e2e/")) return "e2e";
    if (/\.slow\.test\.ts$/.test(file)) return "slow";
    const used = [...reachedFrom(graph, file, isTestTool)];
    const own = used.filter((one) => one === file || isTestTool(one));
    const isUnit = !used.some(givesDatabase) && !own.some((one) => importsOf(one).some(startsPrograms));
    return isUnit ? "unit" : "database";
  };
  const filesOf = (/** @type {StageName} */ stage) => tests.filter((file) => stageOf(file) === stage).sort();
  const isIn = (/** @type {string} */ room) => (/** @type {string} */ file) =>
    file.startsWith("e2e/")
      ? (browserRooms[room]?.includes(stemOf(file)) ?? false)
      : dirname(file)
          .split("/")
          .some((folder) => folder.replace(/[()]/g, "") === room);
  return {
    filesOf,
    /** The tests that walk all resources, and those without a database that read the files of the house. */
    walks: () => [...filesOf("database").filter(isWalk), ...filesOf("unit").filter(isReader)],
    /** Browser tests that no room names, and names that are no browser test's. */
    withoutRoom() {
      const named = Object.values(browserRooms).flat();
      const found = [...filesOf("e2e"), ...filesOf("alone")].filter((file) => file.startsWith("e2e/")).map(stemOf);
      return [...found.filter((stem) => !named.includes(stem)), ...named.filter((stem) => !found.includes(stem))];
    },
    /**
     * The tests of each stage that belong to one of these rooms: `companies`, `devices`, or any folder's name.
     * @param {string[]} names
     * @returns {Record<StageName, string[]> | undefined} undefined where none does
     */
    inRooms(names) {
      const of = (/** @type {StageName} */ stage) =>
        filesOf(stage).filter((file) => names.some((name) => isIn(name)(file)));
      const found = /** @type {Record<StageName, string[]>} */ (
        Object.fromEntries(stageNames.map((stage) => [stage, of(stage)]))
      );
      return Object.values(found).some((files) => files.length > 0) ? found : undefined;
    },
    rooms: Object.keys(browserRooms),
    /**
     * The tests of the database that a change of these files concerns: those beside them, those that load them (but not
     * because they load everything), and the walks over all resources. All, where a file changed that is no code.
     * @param {string[]} changed
     */
    concerning(changed) {
      if (changed.some((file) => !graph.has(file) && !isHarmless(file))) return filesOf("database");
      const folders = new Set(changed.map(dirname));
      const leadsOn = (/** @type {string} */ file) => !isRegistry(file);
      const loads = (/** @type {string} */ file) =>
        [...reachedFrom(graph, file, leadsOn)].some((one) => changed.includes(one));
      return filesOf("database").filter((file) => folders.has(dirname(file)) || isWalk(file) || loads(file));
    },
  };
}
