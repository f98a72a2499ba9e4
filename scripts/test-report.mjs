// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ name: string, passed: number, failed: number, skipped: number, seconds: number }} Result */

/**
 * Counts what a vitest run did, from its JSON report. A file that broke before its first test counts as one failure, and
 * so do a missing report, a run that ended badly, and a run without any test.
 * @param {string} name
 * @param {string} file
 * @param {{ code: number, seconds: number }} run how the runner ended
 * @returns {Result}
 */
export function countTests(name, file, { code, seconds }) {
  if (!existsSync(file)) return { name, passed: 0, failed: 1, skipped: 0, seconds };
  /** @type {{ status: string, assertionResults: { status: string }[] }[]} */
  const files = JSON.parse(readFileSync(file, "utf8")).testResults;
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const count = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length;
  const broken = files.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
  const passed = count("passed");
  const failed = count("failed") + broken;
  // A runner may also fail after its tests, on an unhandled error; and no test at all is no success.
  const unexplained = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0;
  return { name, passed, failed: failed + unexplained, skipped: tests.length - passed - count("failed"), seconds };
}

/**
 * How long each file of a report took, in seconds.
 * @param {string} file
 * @returns {Record<string, number>}
 */
export function secondsOfFiles(file) {
  if (!existsSync(file)) return {};
  /** @type {{ name: string, startTime: number, endTime: number }[]} */
  const files = JSON.parse(readFileSync(file, "utf8")).testResults;
  return Object.fromEntries(
    files.map(({ name, startTime, endTime }) => [relative(".", name), (endTime - startTime) / 1000]),
  );
}

/**
 * The twenty files that took longest, a line each.
 * @param {Record<string, number>} times seconds
 */
export const slowest = (times) =>
  Object.entries(times)
    .sort(([, one], [, other]) => other - one)
    .slice(0, 20)
    .map(([name, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${name}`);

/**
 * What tests tried of a whole (db/testing/sample.ts), a line each.
 * @param {string} file where they noted it
 */
export function sampledParts(file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  /** @type {Map<string, string>} */
  const parts = new Map();
  for (const line of lines) {
    const { what, tried, whole, seed } = JSON.parse(line);
    parts.set(what, `  ${what}: ${tried} of ${whole} (WALK_SEED=${seed})`);
  }
  return parts.size > 0 ? [...parts.values()].sort() : ["  nothing"];
}

/** Whatever a program says first, without its colours. */
export const firstLine = (/** @type {string} */ output) =>
  stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trim())
    .find((line) => /error|×|✖|│|:/i.test(line)) ?? "failed";

/**
 * The tests of a report that failed, each with the beginning of what it says, for the end of a long run.
 * @param {string} file
 */
export function failedTests(file) {
  if (!existsSync(file)) return [];
  /** @type {{ name: string, message?: string, status: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[]} */
  const files = JSON.parse(readFileSync(file, "utf8")).testResults;
  return files.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    const told = failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0] ?? ""}`);
    if (status === "failed" && told.length === 0) told.push(message ?? "");
    return told.map((text) => `${relative(".", name)}: ${text.replace(/\s+/g, " ").slice(0, 400)}`);
  });
}

/**
 * The closing table and the line that CI reads.
 * @param {Result[]} results
 * @param {number} seconds what all took
 */
export function summary(results, seconds) {
  const sum = (/** @type {"passed" | "failed"} */ key) => results.reduce((total, result) => total + result[key], 0);
  const rows = results.map(({ name, passed, failed, skipped, seconds }) => {
    const skips = skipped > 0 ? `, ${skipped} skipped` : "";
    return `  ${failed > 0 ? "✗" : "✓"} ${name.padEnd(28)} ${`${seconds.toFixed(1)} s`.padStart(9)}   ${passed} passed, ${failed} failed${skips}`;
  });
  return {
    text: ["", ...rows, `    ${"all".padEnd(28)} ${`${seconds.toFixed(1)} s`.padStart(9)}`, ""].join("\n"),
    line: `${sum("passed")} passed, ${sum("failed")} failed`,
    failed: sum("failed"),
  };
}
