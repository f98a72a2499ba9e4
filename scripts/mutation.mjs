// @ts-check
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
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { checkNode } from "./command.mjs";
import { testsFor } from "./mutation-choice.mjs";
import { count, isLate } from "./mutation-counts.mjs";
import { mutantsOf } from "./mutation-operators.mjs";
import { startRunner } from "./mutation-process.mjs";
import { readTree } from "./mutation-tree.mjs";
import { refusedByTypes } from "./mutation-types.mjs";
import { explain } from "./plain.mjs";
import { startPostgres } from "./postgres.mjs";
import { quickFolder } from "./quick-folder.mjs";

// `node scripts/mutation.mjs`: do the tests notice small faults in rules, services, doors, kit and identity? Faults are drawn
// by the day, those that TypeScript refuses are left out, and for each the tests that run its statement are run, the nearest
// first, with the fault swapped in in memory. reports/mutation.txt has those that nobody noticed (ADR 83). `--seed` repeats a
// day's, `--faults`, `--minutes` and `--runners` say how many, how long and how many at a time, `--again` tries what the last report has left once more.

/** @typedef {import("./mutation-operators.mjs").Mutant} Mutant */
/** @typedef {"killed" | "survived" | "timed out" | "not run" | "equivalent"} Outcome */
/** @typedef {Mutant & { outcome: Outcome, by?: string, tried: string[], took?: { whole: number, cpu: number, files: Record<string, number> } }} Tried */
/** @typedef {{ seed: number, refused: number, seconds: number, mutants: Tried[] }} Report */
const report = {
  json: "reports/mutation.json",
  text: "reports/mutation.txt",
};
/** At least so much of what compiles must be noticed. */
const wantedScore = 85;
const say = (/** @type {string} */ line) => console.log(`persdesk: ${line}`);
const day = () => Math.floor(Date.now() / 86_400_000);

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

/** What became of a fault, and how long it took. @returns {Promise<Pick<Tried, "outcome" | "by" | "took"> & { isHung?: boolean }>} */
async function tryOut(
  /** @type {ReturnType<typeof startRunner>} */ runner,
  /** @type {Mutant} */ fault,
  /** @type {{ tests: string[], walked: string[] }} */ { tests, walked },
  /** @type {Record<string, number>} */ seconds,
) {
  const begun = Date.now();
  /** @type {Record<string, number>} */
  const files = {};
  let cpu = 0;
  const took = () => ({ whole: (Date.now() - begun) / 1000, cpu, files });
  const patience = (file = "") => 90_000 + (seconds[file] ?? 60) * 4_000;
  let late = "";
  for (let left = tests; left.length > 0; ) {
    const answer = await runner.run({ files: left, fault, walked }, patience);
    if (!answer) return { outcome: "timed out", isHung: true, took: took() };
    const { failures, errors } = answer;
    Object.assign(files, answer.took);
    cpu += answer.cpu;
    const [broken] = errors.filter((error) => error.startsWith("runner: "));
    if (broken) return { outcome: "not run", by: broken, took: took() };
    const [noticed] = failures.filter(({ message }) => !isLate(message));
    if (noticed) return { outcome: "killed", by: `${noticed.name}: ${noticed.message.slice(0, 200)}`, took: took() };
    if (failures.length === 0 && errors.length > 0)
      return { outcome: "killed", by: errors[0]?.slice(0, 200), took: took() };
    if (failures.length === 0) break;
    late ||= failures[0]?.name ?? "";
    // What waited too long ended the run: those behind it may still notice.
    const waited = new Set(failures.map(({ name }) => name.split(":")[0]));
    const at = left.findIndex((file) => waited.has(file));
    left = at < 0 ? [] : left.slice(at + 1);
  }
  if (late) return { outcome: "timed out", by: late, took: took() };
  return { outcome: "survived", took: took() };
}

/** How much of what was run was noticed: a fault that only made a test wait too long was not. */
export function scoreOf(/** @type {{ outcome: Outcome }[]} */ mutants) {
  const of = (/** @type {Outcome} */ outcome) => mutants.filter((mutant) => mutant.outcome === outcome).length;
  const counted = of("killed") + of("survived") + of("timed out");
  return { counted, killed: of("killed"), percent: counted === 0 ? 0 : (100 * of("killed")) / counted, of };
}

/** Where the time went: seconds for a fault, by what became of it, and the test files that took most. */
function timesOf(/** @type {Tried[]} */ mutants) {
  const known = mutants.flatMap(({ outcome, took }) => (took ? [{ outcome, ...took }] : []));
  const sum = (/** @type {number[]} */ all) => all.reduce((one, other) => one + other, 0);
  const mean = [...new Set(known.map(({ outcome }) => outcome))].map((outcome) => {
    const all = known.filter((one) => one.outcome === outcome);
    const each = (/** @type {"whole" | "cpu"} */ what) => (sum(all.map((one) => one[what])) / all.length).toFixed(1);
    return `${outcome} ${each("whole")} s (${each("cpu")} s of a processor)`;
  });
  const before = sum(known.map(({ whole, files }) => whole - sum(Object.values(files))));
  const most = [...new Set(known.flatMap(({ files }) => Object.keys(files)))]
    .map((file) => ({ file, all: known.flatMap(({ files }) => files[file] ?? []) }))
    .sort((one, other) => sum(other.all) - sum(one.all))
    .slice(0, 12)
    .map(({ file, all }) => `    ${Math.round(sum(all))} s ${file}, ${all.length} times`);
  return [
    `a fault takes: ${mean.join(", ")}; of all, ${Math.round(before)} s beside its test files; most:`,
    ...most,
  ].join("\n");
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
  writeFileSync(report.text, `${[line, timesOf(mutants), "", ...left].join("\n")}\n`);
  return { line, percent };
}

/** The faults of a day that compile, without those that change nothing. */
async function draw(
  /** @type {number} */ seed,
  /** @type {number} */ many,
  /** @type {import("./mutation-tree.mjs").Tree} */ tree,
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
export async function mutationRun({ seed = day(), faults = 300, minutes = 45, runners = 2, again = false } = {}) {
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
    // The day's sample of everything, but all that is compared with a released file.
    SCALE: "",
    COMPARED: "all",
  };
  try {
    const counts = await count(tree, env);
    /** @type {Tried[]} */
    const done = last ? last.mutants.filter(({ outcome }) => /^(killed|equivalent)$/.test(outcome)) : [];
    const queue = [...compiling];
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    const clock = setTimeout(end, Math.max(0, begun + minutes * 60_000 - Date.now()));
    process.once("SIGINT", end).once("SIGTERM", end); // what is being tried is finished, and the report written
    const drawnWith = last?.seed ?? seed;
    const progress = () => write({ seed: drawnWith, refused, seconds: (Date.now() - begun) / 1000, mutants: done });
    const work = async () => {
      let runner = startRunner(env);
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const { quick, walks, slow, walked } = testsFor(mutant, tree, counts);
        const earlier = "tried" in mutant ? /** @type {Tried} */ (mutant).tried : [];
        // What asks no database is over in a moment, and walks that look at a part notice most of the rest.
        const isUnit = (/** @type {string} */ file) => tree.stageOf.get(file) === "unit";
        const nearest = [...quick.filter(isUnit), ...quick.filter((file) => !isUnit(file)).slice(0, 2)];
        const order = [...nearest, ...walks, ...quick, ...earlier, ...slow];
        const tests = [...new Set(order)].filter((file) => tree.stageOf.has(file));
        if (isEquivalent(mutant)) done.push({ ...mutant, tried: [], outcome: "equivalent" });
        else if (isOver) done.push({ ...mutant, tried: [], outcome: "not run" });
        else {
          const { isHung, ...outcome } = await tryOut(runner, mutant, { tests, walked }, counts.seconds);
          done.push({ ...mutant, ...outcome, tried: tests });
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
      runners: { type: "string" },
      again: { type: "boolean" },
    },
  });
  const number = (/** @type {string | undefined} */ text) => (text === undefined ? undefined : Number(text));
  const { seed, faults, minutes, runners, again } = values;
  await mutationRun({
    seed: number(seed),
    faults: number(faults),
    minutes: number(minutes),
    runners: number(runners),
    again,
  }).then(
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
