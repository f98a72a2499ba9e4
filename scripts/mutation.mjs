// @ts-check
import { fork } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { checkNode } from "./command.mjs";
import { mutantsOf } from "./mutation-operators.mjs";
import { reached, readTree, testsNear } from "./mutation-tree.mjs";
import { refusedByTypes } from "./mutation-types.mjs";
import { explain } from "./plain.mjs";
import { startPostgres } from "./postgres.mjs";
import { quickFolder } from "./quick-folder.mjs";

// `node scripts/mutation.mjs`: do the tests notice small faults in rules, services, doors, kit and identity? Faults are drawn
// by the day, those that TypeScript refuses are left out, and for each the tests that run its statement are run, the nearest
// first, with the fault swapped in in memory. reports/mutation.txt has those that nobody noticed (ADR 83). `--seed` repeats a
// day's, `--faults` and `--minutes` say how many and how long, `--again` tries what the last report has left once more.

/** @typedef {import("./mutation-operators.mjs").Mutant} Mutant */
/** @typedef {import("./mutation-runner.mjs").Task} Task */
/** @typedef {import("./mutation-runner.mjs").Answer} Answer */
/** @typedef {ReturnType<typeof readTree>} Tree */
/** @typedef {"killed" | "survived" | "timed out" | "not run" | "equivalent"} Outcome */
/** @typedef {Mutant & { outcome: Outcome, by?: string, tried: string[] }} Tried */
/** @typedef {{ seed: number, refused: number, seconds: number, mutants: Tried[] }} Report */
/**
 * Who runs which statement, which run as files are loaded, how many of each file a test file runs, and how long it takes.
 * @typedef {{ ran: Map<string, Set<string>>, loaded: Set<string>, share: Map<string, Map<string, number>>, seconds: Record<string, number>, failing: Set<string> }} Counts
 */

const report = {
  json: "reports/mutation.json",
  text: "reports/mutation.txt",
  counts: "reports/mutation-counts.json",
};
/** At least so much of what compiles must be noticed. */
const wantedScore = 85;
const mostFiles = 12;
const mostSlowFiles = 2;
const runners = 2;
const say = (/** @type {string} */ line) => console.log(`persdesk: ${line}`);
const day = () => Math.floor(Date.now() / 86_400_000);

/** Whether a test failed because it waited too long. */
const isLate = (/** @type {string} */ message) => /timed out in \d+ms/.test(message);

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
function lots(/** @type {number} */ seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Those that change nothing that anybody could see, each with its reason. */
function equivalents() {
  /** @type {{ path: string, line: string, change: string, reason: string }[]} */
  const named = JSON.parse(readFileSync("scripts/mutation-equivalent.json", "utf8"));
  return (/** @type {Mutant} */ { path, line, change }) =>
    named.some((one) => one.path === path && one.line === line && one.change === change);
}

/** A process that runs tests, in a group of its own, so that one that hangs ends with its workers. */
function startRunner(/** @type {NodeJS.ProcessEnv} */ env) {
  const child = fork("scripts/mutation-runner.mjs", {
    detached: true,
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const kill = () => {
    try {
      process.kill(-Number(child.pid), "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  process.once("exit", kill);
  const heard = () =>
    new Promise((resolve) => {
      const hear = (/** @type {unknown} */ answer) => {
        child.off("message", hear).off("exit", end);
        resolve(answer);
      };
      const end = () => hear(undefined);
      child.once("message", hear).once("exit", end);
    });
  const isReady = heard();
  return {
    /** @returns {Promise<Answer | undefined>} nothing where it took longer than that */
    async run(/** @type {Task} */ task, /** @type {number} */ patienceMs) {
      await isReady;
      const timer = setTimeout(kill, patienceMs);
      const answer = heard();
      child.send(task);
      return /** @type {Promise<Answer | undefined>} */ (answer).finally(() => clearTimeout(timer));
    },
    async end() {
      process.off("exit", kill);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.connected) child.send("end");
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 10_000).unref())]);
      kill();
    },
  };
}

/** Runs all tests once, with files that count, for who runs what and how long it takes. @returns {Promise<Counts>} */
async function count(/** @type {Tree} */ { targets, stageOf }, /** @type {NodeJS.ProcessEnv} */ env) {
  const folder = mkdtempSync(join(tmpdir(), "persdesk-mutation-counts-"));
  const to = join(folder, "counts.jsonl");
  const runner = startRunner({ ...env, MUTATION_COUNTS: to });
  try {
    const files = [...stageOf].map(([file, project]) => ({ file, project }));
    const answer = await runner.run({ files, counted: targets }, 60 * 60_000);
    if (!answer) throw new Error("The run that counts ended badly.");
    for (const { name, message } of answer.failures) say(`fails without a fault: ${name}: ${message.slice(0, 200)}`);
    const text = readFileSync(to, "utf8");
    writeFileSync(report.counts, JSON.stringify({ text, answer }));
    return readCounts(text, answer);
  } finally {
    await runner.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the last run counted, for another look at what it left; nothing where there is none. @returns {Counts} */
function lastCounts() {
  if (!existsSync(report.counts))
    return { ran: new Map(), loaded: new Set(), share: new Map(), seconds: {}, failing: new Set() };
  const { text, answer } = JSON.parse(readFileSync(report.counts, "utf8"));
  return readCounts(text, answer);
}

/** Which test files run a statement while they test, by `path:place`, and how many of a file's they run. @returns {Counts} */
export function readCounts(/** @type {string} */ text, /** @type {Answer} */ { failures, seconds }) {
  /** @type {Counts["ran"]} */
  const ran = new Map();
  /** @type {Counts["share"]} */
  const share = new Map();
  /** @type {Counts["loaded"]} */
  const loaded = new Set();
  for (const line of text.trim().split("\n")) {
    const told = JSON.parse(line);
    for (const statement of told.loaded ?? []) loaded.add(statement);
    /** @type {Map<string, number>} */
    const own = new Map();
    for (const statement of told.ran) {
      ran.set(statement, (ran.get(statement) ?? new Set()).add(told.file));
      const path = statement.slice(0, statement.lastIndexOf(":"));
      own.set(path, (own.get(path) ?? 0) + 1);
    }
    share.set(told.file, own);
  }
  // What only waited too long has a machine to blame that was busy with counting.
  const failed = failures.filter(({ message }) => !isLate(message)).map(({ name }) => name.split(":")[0] ?? "");
  return { ran, loaded, share, seconds, failing: new Set(failed) };
}

/**
 * The tests for a fault, the most promising for their time first: those that run its statement, or, where it runs as its
 * file is loaded, those that lead to it; and those near that were not counted. Who runs more of the file, lies nearer to it
 * and shares words of its name is likelier to notice. Slow ones, such as the walks over all mutations, are for what nobody else notices.
 * @param {Mutant} mutant
 * @param {Tree} tree
 * @param {Counts} counts
 */
export function testsFor({ path, statement }, tree, { ran, loaded, share, seconds, failing }) {
  const near = testsNear(path, tree).filter((file) => !failing.has(file));
  const distance = reached(path, tree.importers);
  const run = ran.get(`${path}:${statement}`);
  const isLoaded = statement === null || (!run && loaded.has(`${path}:${statement}`));
  const stem = (/** @type {string} */ file) => file.replace(/(\.\w+)+$/, "");
  const words = stem(basename(path)).split("-");
  const shared = (/** @type {string} */ file) => words.filter((word) => file.split(/[-./]/).includes(word)).length;
  const nearness = (/** @type {string} */ file) => {
    if (stem(file) === stem(path)) return 8;
    return (dirname(file) === dirname(path) ? 3 : 1 / Number(distance.get(file))) * (1 + 2 * shared(file));
  };
  const promise = (/** @type {string} */ file) =>
    ((share.get(file)?.get(path) ?? 1) * nearness(file)) / (1 + (seconds[file] ?? 10));
  const isSlow = (/** @type {string} */ file) => tree.stageOf.get(file) === "slow";
  const isNear = (/** @type {string} */ file) => dirname(file) === dirname(path) || Number(distance.get(file)) <= 2;
  const isUncounted = (/** @type {string} */ file) => !(file in seconds) && isNear(file);
  const tried = near
    .filter((file) => isLoaded || run?.has(file) || isUncounted(file))
    .sort((one, other) => promise(other) - promise(one));
  return {
    quick: tried.filter((file) => !isSlow(file)).slice(0, mostFiles),
    slow: tried.filter(isSlow).slice(0, mostSlowFiles),
  };
}

/** What became of a fault. @returns {Promise<Pick<Tried, "outcome" | "by"> & { isHung?: boolean }>} */
async function tryOut(
  /** @type {ReturnType<typeof startRunner>} */ runner,
  /** @type {Mutant} */ fault,
  /** @type {Task["files"]} */ tests,
  /** @type {Record<string, number>} */ seconds,
) {
  // One project after the other, the quickest first: vitest would not keep to an order between them.
  const groups = ["unit", "database", "slow"].map((stage) => tests.filter(({ project }) => project === stage));
  let late = "";
  for (const files of groups.filter(({ length }) => length > 0)) {
    const expected = files.reduce((sum, { file }) => sum + (seconds[file] ?? 60), 0);
    const answer = await runner.run({ files, fault }, 90_000 + expected * 4_000);
    if (!answer) return { outcome: "timed out", isHung: true };
    const { failures, errors } = answer;
    const [broken] = errors.filter((error) => error.startsWith("runner: "));
    if (broken) return { outcome: "not run", by: broken };
    const [noticed] = failures.filter(({ message }) => !isLate(message));
    if (noticed) return { outcome: "killed", by: `${noticed.name}: ${noticed.message.slice(0, 200)}` };
    if (failures.length === 0 && errors.length > 0) return { outcome: "killed", by: errors[0]?.slice(0, 200) };
    late ||= failures[0]?.name ?? "";
  }
  if (late) return { outcome: "timed out", by: late };
  return { outcome: "survived" };
}

/** How much of what was run was noticed: a fault that only made a test wait too long was not. */
export function scoreOf(/** @type {{ outcome: Outcome }[]} */ mutants) {
  const of = (/** @type {Outcome} */ outcome) => mutants.filter((mutant) => mutant.outcome === outcome).length;
  const counted = of("killed") + of("survived") + of("timed out");
  return { counted, killed: of("killed"), percent: counted === 0 ? 0 : (100 * of("killed")) / counted, of };
}

function write(/** @type {Report} */ { seed, refused, seconds, mutants }) {
  const { counted, killed, percent, of } = scoreOf(mutants);
  const line = `${percent.toFixed(1)} % of ${counted} faults were noticed (${killed}; ${of("survived")} survived, ${of("timed out")} timed out), ${of("equivalent")} change nothing, ${refused} refused by TypeScript, ${of("not run")} not run; seed ${seed}, ${Math.round(seconds / 60)} min`;
  const left = mutants
    .filter(({ outcome }) => /^(survived|timed out|not run)$/.test(outcome))
    .sort((one, other) => (one.outcome + one.path < other.outcome + other.path ? -1 : 1))
    .map(
      (one) =>
        `${one.outcome}: ${one.path}:${one.row}: ${one.change}\n    in: ${one.line}\n    tried: ${one.tried.join(", ") || "no test runs it"}`,
    );
  mkdirSync("reports", { recursive: true });
  writeFileSync(report.json, JSON.stringify({ seed, refused, seconds, mutants }, null, 1));
  writeFileSync(report.text, `${[line, "", ...left].join("\n")}\n`);
  return { line, percent };
}

/** The faults of a day that compile, without those that change nothing. */
async function draw(
  /** @type {number} */ seed,
  /** @type {number} */ many,
  /** @type {ReturnType<typeof readTree>} */ tree,
) {
  const lot = lots(seed);
  const all = tree.targets
    .flatMap((path) => mutantsOf(path, readFileSync(path, "utf8")))
    .map((mutant) => ({ mutant, lot: lot() }))
    .sort((one, other) => one.lot - other.lot)
    .map(({ mutant }) => mutant);
  const drawn = all.slice(0, Math.ceil(many * 1.4));
  const refused = await refusedByTypes(drawn);
  const compiling = drawn.filter((mutant) => !refused.has(mutant)).slice(0, many);
  mkdirSync("reports", { recursive: true });
  const sampled = { what: "faults that tests must notice", tried: compiling.length, whole: all.length, seed };
  appendFileSync("reports/sampled.jsonl", `${JSON.stringify(sampled)}\n`);
  say(
    `${compiling.length} of ${all.length} faults drawn with seed ${seed}; TypeScript refuses ${refused.size} of ${drawn.length}`,
  );
  return { compiling, refused: refused.size };
}

/** What the last report has left, found again by its line. @returns {Tried[]} */
function leftOver(/** @type {Report} */ last) {
  return last.mutants
    .filter(({ outcome }) => /^(survived|timed out|not run)$/.test(outcome))
    .flatMap((old) => {
      const now = existsSync(old.path) ? mutantsOf(old.path, readFileSync(old.path, "utf8")) : [];
      const same = now.filter(({ line, change }) => line === old.line && change === old.change);
      const found = same.find(({ row }) => row === old.row) ?? same[0];
      return found ? [{ ...old, ...found }] : [];
    });
}

/**
 * Tries faults until all of them are, or the time is over.
 * @returns {Promise<{ line: string, percent: number, isEnough: boolean }>}
 */
export async function mutationRun({ seed = day(), faults = 300, minutes = 45, again = false } = {}) {
  const begun = Date.now();
  const tree = readTree();
  /** @type {Report | undefined} */
  const last = again ? JSON.parse(readFileSync(report.json, "utf8")) : undefined;
  const { compiling, refused } = last
    ? { compiling: leftOver(last), refused: last.refused }
    : await draw(seed, faults, tree);
  const isEquivalent = equivalents();
  const folder = mkdtempSync(join(quickFolder(false), "persdesk-mutation-run-"));
  chmodSync(folder, 0o755); // the server's own user has to pass through it
  const given = process.env.TEST_DATABASE_URL;
  const database = given ? undefined : await startPostgres({ dir: join(folder, "postgres"), throwaway: true });
  const env = {
    ...process.env,
    TEST_DATABASE_URL: given ?? database?.admin,
    VITE_CONFIG_NATIVE_IGNORE_WARNING: "true",
  };
  try {
    const counts = last ? lastCounts() : await count(tree, env);
    /** @type {Tried[]} */
    const done = last ? last.mutants.filter(({ outcome }) => /^(killed|equivalent)$/.test(outcome)) : [];
    const queue = [...compiling];
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    const clock = setTimeout(end, Math.max(0, begun + minutes * 60_000 - Date.now()));
    process.once("SIGINT", end).once("SIGTERM", end); // what is being tried is finished, and the report written
    const progress = () => write({ seed, refused, seconds: (Date.now() - begun) / 1000, mutants: done });
    const work = async () => {
      let runner = startRunner(env);
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const { quick, slow } = testsFor(mutant, tree, counts);
        const earlier = "tried" in mutant ? /** @type {Tried} */ (mutant).tried : [];
        const tests = [...new Set([...quick, ...earlier, ...slow])].flatMap((file) => {
          const project = tree.stageOf.get(file);
          return project ? [{ file, project }] : [];
        });
        if (isEquivalent(mutant)) done.push({ ...mutant, tried: [], outcome: "equivalent" });
        else if (isOver) done.push({ ...mutant, tried: [], outcome: "not run" });
        else {
          const { isHung, ...outcome } = await tryOut(runner, mutant, tests, counts.seconds);
          done.push({ ...mutant, ...outcome, tried: tests.map(({ file }) => file) });
          if (isHung) runner = startRunner(env);
          if (done.length % 10 === 0) say(progress().line);
        }
      }
      await runner.end();
    };
    await Promise.all(Array.from({ length: runners }, work)).finally(() => clearTimeout(clock));
    process.off("SIGINT", end).off("SIGTERM", end);
    const { line, percent } = progress();
    return { line, percent, isEnough: percent >= wantedScore };
  } finally {
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  checkNode();
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      faults: { type: "string" },
      minutes: { type: "string" },
      again: { type: "boolean" },
    },
  });
  const number = (/** @type {string | undefined} */ text) => (text === undefined ? undefined : Number(text));
  const { seed, faults, minutes, again } = values;
  await mutationRun({ seed: number(seed), faults: number(faults), minutes: number(minutes), again }).then(
    ({ line, isEnough }) => {
      say(`${line}; ${report.text} has what is left`);
      if (!isEnough) process.exitCode = 1;
    },
    (error) => {
      console.error(`persdesk: ${explain(error)}`);
      process.exitCode = 1;
    },
  );
}
