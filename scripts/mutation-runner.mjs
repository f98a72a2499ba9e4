// @ts-check
import { resolve } from "node:path";
import { createVitest } from "vitest/node";

// A process of `mutation.mjs`: keeps what vitest has made ready, and runs test files with one fault after the other.

/** @typedef {{ name: string, message: string }} Failure */
/**
 * `fault` is put into its file for this run; `routers` are those that walks over all look at; `counted` are files that say which of their statements run.
 * @typedef {{ files: { file: string, project: string }[], fault?: import("./mutation-operators.mjs").Mutant, counted?: string[], routers?: string[] }} Task
 */
/** @typedef {{ failures: Failure[], seconds: Record<string, number>, errors: string[] }} Answer */

/** Whether a failure ended the last run. */
let isEnded = false;
const isCounting = process.env.MUTATION_COUNTS !== undefined;
const wanted = /** @type {{ $wanted: object }} */ (/** @type {unknown} */ (globalThis));
wanted.$wanted = { order: [] };
const vitest = await createVitest("test", {
  root: process.cwd(),
  config: resolve("scripts/mutation.vitest.ts"),
  watch: false,
  bail: isCounting ? 0 : 1,
  maxWorkers: isCounting ? 2 : 1,
  reporters: [
    {
      onTestRunEnd: (_, __, reason) => {
        isEnded = reason === "interrupted";
      },
    },
  ],
});
await vitest.standalone();

/** The first failure ends a run. Of two workers that end at once, vitest may forget which test of theirs it was. */
const lost = { name: "a test", message: "it failed, and vitest lost which it was" };

/** @returns {Promise<Answer>} */
async function work(/** @type {Task} */ { files, fault, counted }) {
  wanted.$wanted = { order: files.map(({ file }) => file), fault, counted: counted && new Set(counted) };
  vitest.state.filesMap.clear(); // else what failed in an earlier run would end this one
  vitest.state.errorsSet.clear();
  if (fault) vitest.invalidateFile(resolve(fault.path));
  const specifications = files.map(({ file, project }) => {
    const of = vitest.projects.find(({ name }) => name === project);
    if (!of) throw new Error(`no project ${project}`);
    return of.createSpecification(resolve(file));
  });
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (fault) vitest.invalidateFile(resolve(fault.path));
  const failures = testModules.flatMap(failuresOf);
  return {
    failures: failures.length === 0 && isEnded ? [lost] : failures,
    seconds: Object.fromEntries(
      testModules.map((module) => [module.relativeModuleId, module.diagnostic().duration / 1000]),
    ),
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
    await work(task).catch((error) => ({ failures: [], seconds: {}, errors: [`runner: ${error.stack}`] })),
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
