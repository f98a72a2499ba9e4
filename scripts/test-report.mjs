// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

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
 * The files of a report that took longest, for who wants to keep a run short.
 * @param {string} file
 */
export function slowestFiles(file) {
  if (!existsSync(file)) return [];
  /** @type {{ name: string, startTime: number, endTime: number }[]} */
  const files = JSON.parse(readFileSync(file, "utf8")).testResults;
  return files
    .map(({ name, startTime, endTime }) => ({ name: relative(".", name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 5)
    .map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`);
}

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
 */
export function summary(results) {
  const sum = (/** @type {"passed" | "failed"} */ key) => results.reduce((total, result) => total + result[key], 0);
  const rows = results.map(({ name, passed, failed, skipped, seconds }) => {
    const skips = skipped > 0 ? `, ${skipped} skipped` : "";
    return `  ${failed > 0 ? "✗" : "✓"} ${name.padEnd(28)} ${`${seconds.toFixed(1)} s`.padStart(9)}   ${passed} passed, ${failed} failed${skips}`;
  });
  return {
    text: ["", ...rows, ""].join("\n"),
    line: `${sum("passed")} passed, ${sum("failed")} failed`,
    failed: sum("failed"),
  };
}
