// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, isBuilt } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { codeChecks } from "./code-checks.mjs";
import { checkNode, ensureDependencies, run, runNode } from "./command.mjs";
import { explain, fail, Plain } from "./plain.mjs";
import { startPostgres } from "./postgres.mjs";
import { findPostgres15 } from "./postgres-15.mjs";
import { ownFolder } from "./quick-folder.mjs";
import { isVerified, stageNames, stages, testPlan } from "./test-plan.mjs";
import { countTests, failedTests, firstLine, sampledParts, secondsOfFiles, slowest, summary } from "./test-report.mjs";

// `npm test`: everything, from nothing; `npm test -- companies` what belongs to a room (scripts/test-plan.mjs). `npm run
// verify` (test.mjs quick): checks, unit tests, and the tests of the database that the change not yet committed concerns.
// `npm run test:long` (test.mjs long) runs the same files as `npm test`, with whole soaks, fault series and matrices,
// nothing sampled, and on PostgreSQL 15 too.

const args = process.argv.slice(2);
const quick = args[0] === "quick";
const isLong = args[0] === "long";
const asked = quick || isLong ? args.slice(1) : args;
const scale = isLong ? { SCALE: "long" } : {};
const say = (/** @type {string} */ line) => console.log(`persdesk: ${line}`);
const vitestProgram = "node_modules/vitest/vitest.mjs";

/** @typedef {import("./test-plan.mjs").StageName} StageName */
/** @type {import("./test-report.mjs").Result[]} */
const results = [];
/** @type {string[]} */
const failures = [];
/** @type {Record<string, number>} seconds that each file of tests took in this run */
const ran = {};
const seconds = (/** @type {number} */ since) => (Date.now() - since) / 1000;

/** A check counts as one; what it has to say is shown when it fails. */
async function check(/** @type {string} */ name, /** @type {() => Promise<{ code: number, output: string }>} */ work) {
  const begun = Date.now();
  const { code, output } = await work().catch((error) => ({ code: 1, output: explain(error) }));
  if (code !== 0) {
    console.log(`\n── ${name} ──\n${output.trim()}\n`);
    failures.push(`${name}: ${firstLine(output)}`);
  }
  results.push({ name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, seconds: seconds(begun) });
  say(`${name}: ${code === 0 ? "passed" : "FAILED"} (${seconds(begun).toFixed(0)} s)`);
  return code === 0;
}

/**
 * Runs a stage of the plan.
 * @param {StageName} stage
 * @param {{ env?: NodeJS.ProcessEnv, files?: string[], later?: StageName[], on?: string }} options
 * `files` where not all of it; `later` what comes after it, for who waits
 */
async function vitest(stage, { env = {}, files, later = [], on = "" }) {
  if (files?.length === 0) return;
  const name = `${stage} tests${on}`;
  say(`${name}: ${stages[stage].what}`);
  const report = `reports/${stage}${on.replaceAll(" ", "-").toLowerCase()}.json`;
  const begun = Date.now();
  const reporters = ["--reporter=./scripts/test-progress.mjs", "--reporter=json", `--outputFile.json=${report}`];
  const laterSeconds = later.reduce((sum, one) => sum + stages[one].seconds, 0);
  const told = { TEST_STAGE_SECONDS: String(stages[stage].seconds), TEST_LATER_SECONDS: String(laterSeconds) };
  const { code } = await runNode([vitestProgram, "run", "--project", `${stage}*`, ...reporters, ...(files ?? [])], {
    env: { ...process.env, ...scale, ...told, ...env },
    show: true,
  });
  results.push(countTests(name, report, { code, seconds: seconds(begun) }));
  failures.push(...failedTests(report));
  Object.assign(ran, secondsOfFiles(report));
}

/** @param {string[]} formatted the files whose format and style are checked */
async function checkCode(formatted) {
  for (const { name, programs } of codeChecks(formatted))
    await check(name, async () => {
      let answer = { code: 0, output: "" };
      for (const program of programs) if (answer.code === 0) answer = await runNode(program);
      return answer;
    });
}

/** The tests of the database again on the oldest PostgreSQL that is supported, where the machine has it. */
async function onPostgres15(/** @type {string} */ folder) {
  const bin = findPostgres15();
  if (!bin) {
    say("NOT tested on PostgreSQL 15: it is not installed (apt-get install postgresql-15, or set POSTGRES_15_BIN)");
    return;
  }
  const database = await startPostgres({ dir: join(folder, "postgres-15"), throwaway: true, bin });
  const env = { TEST_DATABASE_URL: database.admin };
  try {
    await vitest("database", { env, on: " on PostgreSQL 15" });
    await vitest("slow", { env, on: " on PostgreSQL 15" });
  } finally {
    await database.stop();
  }
}

/** What says how all files are to look. */
const rulesFormat = (/** @type {string} */ file) => /^biome\.json|\.grit$|^package(-lock)?\.json$/.test(file);

/** What differs from the last commit; undefined where nothing does, or nobody can say. */
async function changedFiles() {
  const { code, output } = await run("git", ["status", "--porcelain", "--untracked-files=all", "--no-renames", "-z"]);
  const files = code === 0 ? output.split("\0").flatMap((line) => (line ? [line.slice(3)] : [])) : [];
  return files.length > 0 ? files : undefined;
}

/**
 * Which files of each stage are run: of a room, of a change, or all (undefined).
 * @param {string[] | undefined} changed
 * @returns {Partial<Record<StageName, string[]>>}
 */
function chosenFiles(changed) {
  const plan = testPlan();
  if (asked.length > 0) {
    const found = plan.inRooms(asked);
    if (!found) throw new Plain(`No test belongs to "${asked.join(" ")}". Rooms: ${plan.rooms.join(", ")}.`);
    return found;
  }
  if (!changed) return {};
  const database = plan.concerning(changed);
  say(`${changed.length} files are changed: ${database.length} files of tests of the database concern them`);
  return { database };
}

/** Builds for production where that was not done yet. */
async function builtOnce() {
  if (!isBuilt()) await build();
  return { code: 0, output: "" };
}

/** Installs, prepares and runs what was asked for. */
async function test() {
  checkNode();
  await ensureDependencies(say);
  const changed = quick ? await changedFiles() : undefined;
  const files = chosenFiles(changed);
  const folder = ownFolder(isLong);
  const database = await startPostgres({ dir: join(folder, "postgres"), throwaway: true });
  const env = { TEST_DATABASE_URL: database.admin };
  try {
    // Beside each other: tests wait for the database now and then, and the compiler for files.
    const formatted = changed?.some(rulesFormat) ? undefined : changed?.filter((file) => existsSync(file));
    const checks = asked.length > 0 ? undefined : checkCode(formatted ?? ["."]);
    const chosen = stageNames.filter((stage) => files[stage]?.length !== 0 && !(quick && !isVerified(stage)));
    const later = (/** @type {StageName} */ stage) => chosen.slice(chosen.indexOf(stage) + 1);
    await vitest("unit", { files: files.unit, later: later("unit") });
    await vitest("database", { env, files: files.database, later: later("database") });
    await checks;
    if (quick) return;
    // Beside the slow tests, which wait for clocks half of their time.
    const inBrowser = chosen.includes("e2e") || chosen.includes("alone");
    const building = inBrowser && check("production build", builtOnce);
    await vitest("slow", { env, files: files.slow, later: later("slow") });
    if (isLong) await onPostgres15(folder);
    const faults = () => runNode(["scripts/mutation.mjs"], { env: { ...process.env, ...env }, show: true });
    if (isLong && asked.length === 0) await check("noticed faults", faults);
    if (!(await building)) return;
    await ensureChromium(say);
    await vitest("e2e", { env, files: files.e2e, later: later("e2e") });
    await vitest("alone", { env, files: files.alone });
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const timesFile = "reports/times.json";

/** Reports are of one run. What is kept: how long each file took, so that the next run can say how long it goes on, and the log of repeated tests. */
function clearReports() {
  mkdirSync("reports", { recursive: true });
  for (const name of readdirSync("reports"))
    if (!/^(times|repeat)\./.test(name)) rmSync(join("reports", name), { recursive: true });
  if (!existsSync(timesFile)) writeFileSync(timesFile, "{}");
}

const begun = Date.now();
clearReports();
await test().catch((error) => {
  console.error(`persdesk: ${explain(error)}`);
  results.push({ name: "the run itself", passed: 0, failed: 1, skipped: 0, seconds: 0 });
});
writeFileSync(timesFile, JSON.stringify({ ...JSON.parse(readFileSync(timesFile, "utf8")), ...ran }, undefined, 1));
console.log(["", "The slowest files:", ...slowest(ran), ""].join("\n"));
console.log(["What was sampled, by the day:", ...sampledParts("reports/sampled.jsonl")].join("\n"));
const { text, line, failed } = summary(results, seconds(begun));
console.log(text);
for (const failure of failures) console.log(`✗ ${failure}`);
if (existsSync("reports/failed")) say("pictures and traces of what failed in a browser are in reports/failed");
console.log(line);
if (results.length === 0) fail("nothing ran");
process.exitCode = failed > 0 ? 1 : 0;
