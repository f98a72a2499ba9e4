// @ts-check
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { claim } from "./claim.mjs";
import { checkNode, runNode } from "./command.mjs";
import { explain, Plain } from "./plain.mjs";
import { nextBatch, summaryOf } from "./repeat-log.mjs";
import { stageNames, testPlan } from "./test-plan.mjs";

// `npm run repeat`: runs every test file again and again, in orders drawn by lot, to find those that fail by luck. It goes on
// where its log ends: stop it and start it as you like. Last comes `npm test` once, beside busy loops. `-- --background` lets it
// run by itself, `-- --summary` says what came of it, `-- --projects unit,database,slow` leaves out what needs a browser, `-- --only server/kit` takes some, `-- --minutes 30` ends.

/** @typedef {import("./repeat-log.mjs").Run} Run */
/** @typedef {import("./repeat-log.mjs").TestFile} TestFile */

const say = (/** @type {string} */ line) => console.log(`persdesk: ${line}`);

/** All test files, each with its stage. @returns {TestFile[]} */
function testFiles() {
  const plan = testPlan();
  return stageNames.flatMap((project) => plan.filesOf(project).map((file) => ({ file, project })));
}

/** @returns {Run[]} */
const readLog = (/** @type {string} */ log) =>
  existsSync(log)
    ? readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line.startsWith('{"file":'))
        .map((line) => JSON.parse(line))
    : [];

/** Two idle loops for each core, to keep it busy. @returns what ends them */
function startLoops() {
  const loops = Array.from({ length: 2 * availableParallelism() }, () =>
    // They end with the process that started them, even if that was killed.
    spawn(process.execPath, ["-e", "for (;;) if (process.ppid !== +process.argv[1]) break", `${process.pid}`]),
  );
  return () => loops.forEach((loop) => void loop.kill("SIGKILL"));
}

/** Runs these files together; each of them has a result, even if the run failed. @returns {Promise<Run[]>} */
async function runBatch(/** @type {import("./repeat-log.mjs").Batch} */ { files, busy }, /** @type {string} */ log) {
  const seed = Math.floor(Math.random() * 1_000_000);
  const batch = `${new Date().toISOString()} seed ${seed}`;
  const project = files[0]?.project ?? "";
  const output = `${log}.batch.json`;
  rmSync(output, { force: true });
  appendFileSync(log, `${JSON.stringify({ batch, project, busy, files: files.map(({ file }) => file) })}\n`);
  const endLoops = busy ? startLoops() : undefined;
  const order = ["--sequence.shuffle.files", `--sequence.seed=${seed}`];
  const report = ["--reporter=json", `--outputFile=${output}`];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", `${project}*`, ...order, ...report];
  const { output: said } = await runNode([...vitest, ...files.map(({ file }) => file)]).finally(() => endLoops?.());
  return resultsOf({ files, busy }, batch, output, said);
}

/** Everything as `npm test` runs it, beside busy loops. @returns {Promise<Run[]>} */
async function runWhole(/** @type {import("./repeat-log.mjs").Batch} */ { files, busy }, /** @type {string} */ log) {
  const batch = `${new Date().toISOString()} npm test`;
  appendFileSync(log, `${JSON.stringify({ batch, busy, files: files.map(({ file }) => file) })}\n`);
  const endLoops = startLoops();
  const { output: said } = await runNode(["scripts/test.mjs"]).finally(endLoops);
  writeFileSync(`${log}.whole.txt`, said);
  return stageNames.flatMap((project) => {
    const own = files.filter((file) => file.project === project);
    return resultsOf({ files: own, busy }, batch, `reports/${project}.json`, said);
  });
}

/** What vitest's report says of each of these files. @returns {Run[]} */
function resultsOf(
  /** @type {import("./repeat-log.mjs").Batch} */ { files, busy },
  /** @type {string} */ batch,
  /** @type {string} */ report,
  /** @type {string} */ said,
) {
  const told = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : [];
  return files.map(({ file, project }) => {
    const result = told.find((/** @type {{ name: string }} */ { name }) => relative(".", name) === file);
    const seconds = result ? (result.endTime - result.startTime) / 1000 : 0;
    const failures = failuresOf(result, said);
    return { file, project, batch, busy, passed: failures.length === 0, seconds, failures };
  });
}

/** What failed in a file: its tests, else itself. */
function failuresOf(
  /** @type {{ status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] } | undefined} */ result,
  /** @type {string} */ said,
) {
  if (!result) return [{ name: "the run", message: `said nothing of it: ${said.trim().slice(-500)}` }];
  const failed = result.assertionResults.filter(({ status }) => status === "failed");
  if (failed.length > 0)
    return failed.map(({ fullName, failureMessages }) => ({
      name: fullName,
      message: (failureMessages[0] ?? "").slice(0, 2000),
    }));
  return result.status === "failed" ? [{ name: "the file", message: result.message.slice(0, 2000) }] : [];
}

/** Runs what is due until nothing is, or the time is over. */
async function repeat(
  /** @type {{ log: string, chosen: () => TestFile[], isAll: boolean, minutes: number }} */ {
    log,
    chosen,
    isAll,
    minutes,
  },
) {
  const claimed = claim(`${log}.pid`);
  if (!("release" in claimed)) throw new Plain(`Another one writes ${log} already.`);
  try {
    const needsBuild = chosen().some(({ project }) => project === "e2e" || project === "alone");
    if (needsBuild) {
      await build();
      await ensureChromium(say);
    }
    const end = Date.now() + minutes * 60_000;
    for (;;) {
      const files = chosen();
      const batch = nextBatch(files, readLog(log));
      if (!batch || Date.now() > end) break;
      const runs = batch.busy && isAll ? await runWhole({ files, busy: true }, log) : await runBatch(batch, log);
      appendFileSync(log, runs.map((run) => `${JSON.stringify(run)}\n`).join(""));
      const bad = runs.filter(({ passed }) => !passed).map(({ file }) => file);
      const stages = [...new Set(runs.map(({ project }) => project))].join(", ");
      const of = `${runs.length} files of ${stages}${batch.busy ? " beside busy loops" : ""}`;
      say(`${of}: ${bad.length ? `failed ${bad.join(", ")}` : "passed"}`);
    }
  } finally {
    claimed.release();
  }
}

const { values } = parseArgs({
  options: {
    log: { type: "string", default: "reports/repeat.jsonl" },
    projects: { type: "string", default: stageNames.join() },
    only: { type: "string", default: "" },
    minutes: { type: "string", default: "Infinity" },
    summary: { type: "boolean", default: false },
    background: { type: "boolean", default: false },
  },
});
const log = resolve(values.log);
const projects = values.projects.split(",");
const isAll = values.only === "" && projects.length === stageNames.length;
const chosen = () =>
  testFiles().filter(({ file, project }) => projects.includes(project) && file.includes(values.only));

try {
  checkNode();
  mkdirSync(dirname(log), { recursive: true });
  if (values.background) {
    const output = openSync(`${log}.txt`, "a");
    const again = process.argv.slice(2).filter((one) => one !== "--background");
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...again], {
      detached: true,
      stdio: ["ignore", output, output],
    });
    child.unref();
    say(`runs by itself as process ${child.pid}; ${relative(".", log)}.txt has what it says`);
  } else {
    if (!values.summary) await repeat({ log, chosen, isAll, minutes: Number(values.minutes) });
    for (const line of summaryOf(chosen(), readLog(log))) console.log(line);
  }
} catch (error) {
  console.error(`persdesk: ${explain(error)}`);
  process.exitCode = 1;
}
