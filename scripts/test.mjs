// @ts-check
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { checkNode, ensureDependencies, runNode } from "./command.mjs";
import { explain, fail } from "./plain.mjs";
import { startPostgres } from "./postgres.mjs";
import { findPostgres15 } from "./postgres-15.mjs";
import { countTests, failedTests, slowestFiles, summary } from "./test-report.mjs";

// `npm test`: everything, from nothing. `npm run verify` (test.mjs quick) leaves out the slow tests, the build and what needs
// it. `npm run test:long` (test.mjs long) runs the same files as `npm test`, with whole soaks, fault series and
// matrices, and on PostgreSQL 15 too.

const quick = process.argv[2] === "quick";
const isLong = process.argv[2] === "long";
const scale = isLong ? { SCALE: "long" } : {};
const say = (/** @type {string} */ line) => console.log(`persdesk: ${line}`);
const bin = {
  biome: "node_modules/@biomejs/biome/bin/biome",
  next: "node_modules/next/dist/bin/next",
  tsc: "node_modules/typescript/bin/tsc",
  knip: "node_modules/knip/bin/knip.js",
  vitest: "node_modules/vitest/vitest.mjs",
};

/** @type {import("./test-report.mjs").Result[]} */
const results = [];
/** @type {string[]} */
const failures = [];
const seconds = (/** @type {number} */ since) => (Date.now() - since) / 1000;

/** A check counts as one; what it has to say is shown when it fails. */
async function check(/** @type {string} */ name, /** @type {() => Promise<{ code: number, output: string }>} */ work) {
  const begun = Date.now();
  const { code, output } = await work().catch((error) => ({ code: 1, output: explain(error) }));
  if (code !== 0) console.log(`\n── ${name} ──\n${output.trim()}\n`);
  results.push({ name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, seconds: seconds(begun) });
  say(`${name}: ${code === 0 ? "passed" : "FAILED"}`);
  return code === 0;
}

async function vitest(/** @type {string} */ project, /** @type {NodeJS.ProcessEnv} */ extra, on = "") {
  const file = `reports/${project}${on.replaceAll(" ", "-").toLowerCase()}.json`;
  const begun = Date.now();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const env = { ...process.env, ...scale, ...extra };
  const { code } = await runNode([bin.vitest, "run", "--project", project, ...reporters], { env, show: true });
  results.push(countTests(`${project} tests${on}`, file, { code, seconds: seconds(begun) }));
  failures.push(...failedTests(file));
  say(`slowest ${project} tests${on}: ${slowestFiles(file).join(", ")}`);
}

async function checkCode() {
  await check("format and lint", () =>
    runNode([bin.biome, "ci", "--colors=off", "--diagnostic-level=warn", "--error-on-warnings", "."]),
  );
  // A fresh clone has no types of Next's own making yet, and the compiler wants them.
  await check("types", async () => {
    const generated = await runNode([bin.next, "typegen"]);
    return generated.code === 0 ? runNode([bin.tsc, "--noEmit", "-p", "."]) : generated;
  });
  await check("dead code", () => runNode([bin.knip]));
}

/** The unit and slow tests again on the oldest PostgreSQL that is supported, where the machine has it. */
async function onPostgres15(/** @type {string} */ folder) {
  const bin = findPostgres15();
  if (!bin) {
    say("NOT tested on PostgreSQL 15: it is not installed (apt-get install postgresql-15, or set POSTGRES_15_BIN)");
    return;
  }
  const database = await startPostgres({ dir: join(folder, "postgres-15"), throwaway: true, bin });
  try {
    for (const project of ["unit", "slow"])
      await vitest(project, { TEST_DATABASE_URL: database.url }, " on PostgreSQL 15");
  } finally {
    await database.stop();
  }
}

async function test() {
  checkNode();
  await ensureDependencies(say);
  rmSync("reports", { recursive: true, force: true });
  mkdirSync("reports");
  const folder = mkdtempSync(join(tmpdir(), "persdesk-npm-test-"));
  // The server's own user has to pass through it.
  chmodSync(folder, 0o755);
  const database = await startPostgres({ dir: join(folder, "postgres"), throwaway: true });
  try {
    // Beside each other: tests wait for the database now and then, and the compiler for files.
    await Promise.all([checkCode(), vitest("unit", { TEST_DATABASE_URL: database.url })]);
    if (quick) return;
    await vitest("slow", { TEST_DATABASE_URL: database.url });
    if (isLong) await onPostgres15(folder);
    const built = await check("production build", async () => {
      await build();
      return { code: 0, output: "" };
    });
    if (!built) results.push({ name: "browser tests (nothing built)", passed: 0, failed: 1, skipped: 0, seconds: 0 });
    else {
      await ensureChromium(say);
      await vitest("e2e", { TEST_DATABASE_URL: database.url });
      await vitest("alone", { TEST_DATABASE_URL: database.url });
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await test().catch((error) => {
  console.error(`persdesk: ${explain(error)}`);
  results.push({ name: "the run itself", passed: 0, failed: 1, skipped: 0, seconds: 0 });
});
const { text, line, failed } = summary(results);
for (const failure of failures) console.log(`✗ ${failure}`);
console.log(text);
console.log(line);
if (results.length === 0) fail("nothing ran");
process.exitCode = failed > 0 ? 1 : 0;
