// @ts-check
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createVitest } from "vitest/node";

// A process of `mutation.mjs`: keeps what vitest has made ready, and runs test files with one fault after the other.

/** @typedef {{ name: string, message: string }} Failure */
/**
 * `fault` is put into its file for this run; `walked` is what walks over all look at; `counted` are files that say which of their statements run.
 * @typedef {{ files: string[], fault?: import("./mutation-operators.mjs").Mutant, counted?: string[], walked?: string[] }} Task
 */
/**
 * `seconds` are those of the tests of a file, `took` those from its beginning to its end, with what it loads; `cpu` what the
 * run took of processors without PostgreSQL, where the system tells it.
 * @typedef {{ failures: Failure[], seconds: Record<string, number>, took: Record<string, number>, cpu: number, errors: string[] }} Answer
 */
/** What is said before the answer: a test file is begun. @typedef {{ begun: string }} Begun */

/** Whether a failure ended the last run. */
let isEnded = false;
/** When the files of the last run began and ended, in ms. @type {Map<string, { from: number, to: number }>} */
const times = new Map();
const nameOf = (/** @type {import("vitest/node").TestModule} */ { relativeModuleId }) => relativeModuleId;
const isCounting = process.env.MUTATION_COUNTS !== undefined;
const wanted = /** @type {{ $wanted: object }} */ (/** @type {unknown} */ (globalThis));
wanted.$wanted = { order: [] };
const vitest = await createVitest("test", {
  root: process.cwd(),
  config: resolve("scripts/mutation.vitest.ts"),
  watch: false,
  bail: isCounting ? 0 : 1,
  reporters: [
    {
      onTestModuleQueued: (module) => {
        times.set(nameOf(module), { from: Date.now(), to: Date.now() });
        process.send?.({ begun: nameOf(module) });
      },
      onTestModuleEnd: (module) => {
        const time = times.get(nameOf(module));
        if (time) time.to = Date.now();
      },
      onTestRunEnd: (_, __, reason) => {
        isEnded = reason === "interrupted";
      },
    },
  ],
});
await vitest.standalone();

/** Seconds that this process and those that it ended have computed. */
function computed() {
  try {
    const [, told = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
    return told
      .split(" ")
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
  } catch {
    return 0;
  }
}

/** The first failure ends a run. Of two workers that end at once, vitest may forget which test of theirs it was. */
const lost = { name: "a test", message: "it failed, and vitest lost which it was" };

/** @returns {Promise<Answer>} */
async function work(/** @type {Task} */ { files, fault, counted, walked = [] }) {
  process.env.WALK_OF = walked.join(",");
  wanted.$wanted = { order: files, fault, counted: counted && new Set(counted) };
  const before = computed();
  times.clear();
  vitest.state.filesMap.clear(); // else what failed in an earlier run would end this one
  vitest.state.errorsSet.clear();
  if (fault) vitest.invalidateFile(resolve(fault.path));
  const [project] = vitest.projects;
  if (!project) throw new Error("no project");
  const specifications = files.map((file) => project.createSpecification(resolve(file)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (fault) vitest.invalidateFile(resolve(fault.path));
  const failures = testModules.flatMap(failuresOf);
  return {
    failures: failures.length === 0 && isEnded ? [lost] : failures,
    seconds: Object.fromEntries(
      testModules.map((module) => [module.relativeModuleId, module.diagnostic().duration / 1000]),
    ),
    took: Object.fromEntries([...times].map(([file, { from, to }]) => [file, (to - from) / 1000])),
    cpu: computed() - before,
    errors: unhandledErrors.map((error) =>
      String(/** @type {{ message?: string }} */ (error)?.message ?? "an error that nobody caught"),
    ),
  };
}

/** The tests of a file that failed; where none did, what else of it failed. */
function failuresOf(/** @type {import("vitest/node").TestModule} */ module) {
  const { relativeModuleId: file } = module;
  const tests = [...module.children.allTests("failed")];
  const failed = tests.map((test) => ({
    name: `${file}: ${test.fullName}`,
    message: test.result().errors?.[0]?.message ?? "",
  }));
  if (failed.length > 0 || module.state() !== "failed") return failed;
  return [{ name: file, message: module.errors()[0]?.message ?? "what is done before or after its tests failed" }];
}

process.on("message", async (/** @type {Task | "end"} */ task) => {
  if (task === "end") {
    await vitest.close();
    process.exit();
  }
  process.send?.(
    await work(task).catch((error) => ({
      failures: [],
      seconds: {},
      took: {},
      cpu: 0,
      errors: [`runner: ${error.stack}`],
    })),
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
