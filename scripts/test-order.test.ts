import { relative, resolve } from "node:path";
import { expect, it } from "vitest";
import LongestFirst from "./test-order.mjs";
import { type StageName, testPlan } from "./test-plan.mjs";

const cache = { getFileTestResults: () => undefined, getFileStats: () => undefined };

/** The files of a stage in the order in which they begin. */
async function ordered(stage: StageName) {
  const order = new LongestFirst({ cache, config: { root: process.cwd() } } as never);
  const project = { name: stage, config: { sequence: { groupOrder: 0 }, isolate: false } };
  const specifications = testPlan()
    .filesOf(stage)
    .map((file) => ({ moduleId: resolve(file), project }));
  return (await order.sort(specifications as never)).map(({ moduleId }) => relative(".", moduleId));
}

it("begins with what takes longest, and forgets nothing", async () => {
  const [browser, slow] = [await ordered("e2e"), await ordered("slow")];
  expect(browser.slice(0, 3)).toEqual(["e2e/bench.test.ts", "e2e/new-resource.test.ts", "e2e/start.test.ts"]);
  const first = slow.slice(0, 11);
  expect(first).toEqual(
    expect.arrayContaining(["seed/bulk.slow.test.ts", "server/overview/bulk-change/bulk-worker.slow.test.ts"]),
  );
  expect(slow.sort()).toEqual(testPlan().filesOf("slow"));
});
