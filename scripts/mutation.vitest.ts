import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import all from "../vitest.config";
import { counting, faulty } from "./mutation-operators.mjs";
import { testPlan } from "./test-plan.mjs";

/** What the process that runs mutants wants of the next run: a fault in one file, or counts of what each test runs. */
interface Wanted {
  fault?: { path: string; start: number; end: number; text: string; prelude?: string };
  /** files that count their statements */
  counted?: Set<string>;
  /** test files, those that run first in front */
  order: string[];
}
declare global {
  var $wanted: Wanted;
}

/** Hands out the wanted text of a file in place of its own; nothing is written. */
const swap = {
  name: "mutation",
  enforce: "pre" as const,
  transform(code: string, id: string) {
    const path = relative(process.cwd(), id.split("?")[0] ?? "");
    const { fault, counted } = globalThis.$wanted;
    if (counted?.has(path)) return counting(path, code);
    return fault?.path === path ? faulty(code, fault) : undefined;
  },
};

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      globalThis.$wanted.order.indexOf(relative(process.cwd(), moduleId));
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

const { filesOf } = testPlan();
const projects = (all.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== "object" || !("test" in project) || project.test?.name !== "database") return [];
  const { test } = project;
  const setupFiles = [test.setupFiles ?? [], new URL("mutation-setup.ts", import.meta.url).pathname].flat();
  const include = (["unit", "database", "slow"] as const).flatMap(filesOf);
  const maxWorkers = process.env.MUTATION_COUNTS === undefined ? 1 : 2;
  return [{ ...project, plugins: [swap], test: { ...test, include, maxWorkers, setupFiles } }];
});

// The tests that need no browser, but with texts that the runner swaps in memory, which no cache of modules may hide, and in
// its order. They are one project, as the database's are, so that one worker runs all of a fault and loads the server once.
export default defineConfig({
  test: { ...all.test, projects, experimental: { fsModuleCache: false }, sequence: { sequencer: InOrder } },
});
