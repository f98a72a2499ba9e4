// @ts-check
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRunner } from "./mutation-process.mjs";

// Which test runs which statement. What was counted before is kept, as long as the test has not changed.

/** @typedef {import("./mutation-tree.mjs").Tree} Tree */
/** @typedef {import("./mutation-runner.mjs").Failure} Failure */
/**
 * What is known of a test file: which statements it runs, as `path:place`, while it is loaded and in its tests, which of
 * the latter each part of a walk runs, as places in their list, how long it takes, and what fails in it without a fault.
 * @typedef {{ loaded: string[], ran: string[], parts?: Record<string, number[]>, seconds?: number, failures: Failure[] }} Told
 */
/**
 * What was counted, with hashes of what it was counted of.
 * @typedef {{ sources: Record<string, string>, tests: Record<string, Told & { hash: string }> }} Kept
 */
/**
 * Who runs which statement, which run as files are loaded, how many of each file a test file runs, how long it takes, and
 * what the parts of walks run.
 * @typedef {{ ran: Map<string, Set<string>>, loaded: Set<string>, share: Map<string, Map<string, number>>, seconds: Record<string, number>, failing: Set<string>, walks: Map<string, Pick<Told, "ran" | "parts">> }} Counts
 */

const report = "reports/mutation-counts.json";
const say = (/** @type {string} */ line) => console.log(`persdesk: ${line}`);
const hashOf = (/** @type {string} */ path) =>
  existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("base64url") : "";
const pathOf = (/** @type {string} */ statement) => statement.slice(0, statement.lastIndexOf(":"));

/** Whether a test failed because it waited too long. */
export const isLate = (/** @type {string} */ message) => /timed out in \d+ms/.test(message);

/** A statement of a file that has changed since: it is known that the test runs some. */
export const someOf = (/** @type {string} */ path) => `${path}:*`;

/**
 * What of an earlier count still holds: of tests that are what they were and failed in nothing. Of a file that has changed
 * since, places mean nothing any more, but who runs some of it is known.
 * @param {Kept} kept
 * @param {(path: string) => string} hash of a file as it is now
 * @returns {Kept["tests"]}
 */
export function stillTrue({ sources, tests }, hash) {
  const changed = new Set(Object.keys(sources).filter((path) => hash(path) !== sources[path]));
  const now = (/** @type {string} */ statement) =>
    changed.has(pathOf(statement)) ? someOf(pathOf(statement)) : statement;
  return Object.fromEntries(
    Object.entries(tests)
      .filter(([file, { hash: then, failures }]) => then === hash(file) && failures.length === 0)
      .map(([file, told]) => [file, { ...told, loaded: told.loaded.map(now), ran: told.ran.map(now) }]),
  );
}

/**
 * Runs all tests without known counts, with files that count.
 * @param {Tree} tree
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Counts>}
 */
export async function count({ targets, stageOf }, env) {
  const known = existsSync(report) ? stillTrue(JSON.parse(readFileSync(report, "utf8")), hashOf) : {};
  const files = [...stageOf.keys()];
  const unknown = files.filter((file) => !(file in known));
  say(`${unknown.length} of ${files.length} test files are counted; of the others it is known what they run`);
  const told = { ...known, ...(await counted(unknown, targets, env)) };
  const tests = Object.fromEntries(Object.entries(told).map(([file, one]) => [file, { ...one, hash: hashOf(file) }]));
  /** @type {Kept} */
  const kept = { sources: Object.fromEntries(targets.map((path) => [path, hashOf(path)])), tests };
  mkdirSync("reports", { recursive: true });
  writeFileSync(report, JSON.stringify(kept));
  return readCounts(tests);
}

/** @returns {Promise<Record<string, Told>>} */
async function counted(
  /** @type {string[]} */ files,
  /** @type {string[]} */ targets,
  /** @type {NodeJS.ProcessEnv} */ env,
) {
  if (files.length === 0) return {};
  const folder = mkdtempSync(join(tmpdir(), "persdesk-mutation-counts-"));
  const to = join(folder, "counts.jsonl");
  writeFileSync(to, "");
  const runner = startRunner({ ...env, MUTATION_COUNTS: to });
  try {
    const answer = await runner.run({ files, counted: targets }, () => 60 * 60_000);
    if (!answer) throw new Error("The run that counts ended badly.");
    for (const { name, message } of answer.failures) say(`fails without a fault: ${name}: ${message.slice(0, 200)}`);
    const lines = readFileSync(to, "utf8").trim().split("\n").filter(Boolean);
    /** @type {Map<string, Pick<Told, "loaded" | "ran" | "parts">>} */
    const ran = new Map(lines.map((line) => JSON.parse(line)).map(({ file, ...told }) => [file, told]));
    return Object.fromEntries(
      files.map((file) => {
        const failures = answer.failures.filter(({ name }) => name.split(":")[0] === file);
        return [file, { loaded: [], ran: [], ...ran.get(file), seconds: answer.seconds[file], failures }];
      }),
    );
  } finally {
    await runner.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Which test files run a statement while they test, by `path:place`, and how many of a file's they run. @returns {Counts} */
export function readCounts(/** @type {Record<string, Told>} */ tests) {
  /** @type {Counts} */
  const counts = {
    ran: new Map(),
    loaded: new Set(),
    share: new Map(),
    seconds: {},
    failing: new Set(),
    walks: new Map(),
  };
  for (const [file, told] of Object.entries(tests)) {
    if (Object.keys(told.parts ?? {}).length > 0) counts.walks.set(file, told);
    for (const statement of told.loaded) counts.loaded.add(statement);
    /** @type {Map<string, number>} */
    const own = new Map();
    for (const statement of told.ran) {
      counts.ran.set(statement, (counts.ran.get(statement) ?? new Set()).add(file));
      own.set(pathOf(statement), (own.get(pathOf(statement)) ?? 0) + 1);
    }
    counts.share.set(file, own);
    if (told.seconds !== undefined) counts.seconds[file] = told.seconds;
    // What only waited too long has a machine to blame that was busy with counting.
    if (told.failures.some(({ message }) => !isLate(message))) counts.failing.add(file);
  }
  return counts;
}

/**
 * The parts of walks that run a fault's statement, by the walk's file.
 * @param {import("./mutation-operators.mjs").Mutant} mutant
 * @param {Pick<Counts, "walks">} counts
 * @returns {Map<string, string[]>}
 */
export function partsThatRun({ path, statement }, { walks }) {
  const wanted = new Set([`${path}:${statement}`, someOf(path)]);
  return new Map(
    [...walks].map(([file, { ran, parts = {} }]) => {
      const places = new Set(ran.flatMap((one, place) => (wanted.has(one) ? [place] : [])));
      const names = Object.keys(parts).filter((name) => parts[name]?.some((place) => places.has(place)));
      return [file, names];
    }),
  );
}
