// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { DefaultReporter } from "vitest/node";

/** How long each file took in the run before, if there was one on this machine. */
const times = existsSync("reports/times.json") ? JSON.parse(readFileSync("reports/times.json", "utf8")) : {};

/** Vitest says of a file that differs only that it does: the report, which is read at the end of a run, has what differs too. */
function tellDifference(/** @type {{ message: string, stack?: string, diff?: string }} */ error) {
  if (!error.diff || !/^Snapshot .* mismatched/.test(error.message)) return;
  const lines = stripVTControlCharacters(error.diff).split("\n");
  const differing = lines.filter((line) => /^[-+] (?!Expected|Received)/.test(line));
  error.stack = `${error.message}: ${differing.join(" ")}\n${error.stack ?? ""}`;
}

/**
 * Says a line for each file that is through: which of how many, its tests, its time, and how many minutes are left of the
 * whole run. TEST_STAGE_SECONDS is what this stage is expected to take, TEST_LATER_SECONDS what comes after it.
 */
export default class Progress extends DefaultReporter {
  /** @type {Set<string>} */
  waiting = new Set();
  files = 0;
  begun = Date.now();

  constructor() {
    super({ summary: false });
  }

  /** @param {readonly import("vitest/node").TestSpecification[]} specifications */
  onTestRunStart(specifications) {
    super.onTestRunStart(specifications);
    this.waiting = new Set(specifications.map(({ moduleId }) => relative(".", moduleId)));
    this.files = this.waiting.size;
    this.begun = Date.now();
    this.whole = this.weightOf(this.waiting);
  }

  /** @param {Iterable<string>} files */
  weightOf(files) {
    return [...files].reduce((sum, file) => sum + (times[file] ?? 1), 0);
  }

  minutesLeft() {
    const share = 1 - this.weightOf(this.waiting) / (this.whole || 1);
    const taken = (Date.now() - this.begun) / 1000;
    const expected = Number(process.env.TEST_STAGE_SECONDS) || taken;
    // At first what is expected, and with each file more what is seen.
    const whole = (1 - share) * expected + share * (taken / Math.max(share, 0.01));
    const pace = whole / expected;
    const seconds = whole * (1 - share) + pace * Number(process.env.TEST_LATER_SECONDS ?? 0);
    return Math.ceil(seconds / 60);
  }

  /** @param {import("vitest/node").TestModule} module */
  printTestModule(module) {
    const file = relative(".", module.moduleId);
    this.waiting.delete(file);
    const tests = [...module.children.allTests()];
    const count = (/** @type {string} */ state) => tests.filter((test) => test.result().state === state).length;
    const told = ["passed", "failed", "skipped"].flatMap((state) => (count(state) ? `${count(state)} ${state}` : []));
    const seconds = (module.diagnostic().duration / 1000).toFixed(1);
    const place = `${this.files - this.waiting.size}/${this.files}`;
    const mark = module.state() === "failed" ? "✗" : "✓";
    const left = `about ${this.minutesLeft()} min left`;
    this.log(`${mark} ${module.project.name} ${place}  ${file}: ${told.join(", ")}, ${seconds} s (${left})`);
    if (module.state() !== "failed") return;
    super.printTestModule(module);
    for (const test of tests) for (const error of test.result().errors ?? []) tellDifference(error);
  }
}
