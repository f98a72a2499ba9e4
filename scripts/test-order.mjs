// @ts-check
import { relative } from "node:path";
import { BaseSequencer } from "vitest/node";

/**
 * What takes longest of its stage, however short its text: vitest, which knows no times of a fresh clone, would begin with
 * the largest files, and one core would wait for these at the end.
 */
const longest = /^e2e\/(bench|new-resource|start)\.test|\/(bulk|backup|reapply|webhook-silent)\.slow\.test/;
/** What waits for clocks most of its time, at which the build, which is made beside the slow tests, has the processor. */
const waiting = /\/(bulk-worker|worker|delivery-fault|postgres-roles|patches|client|locked-row)\.slow\.test/;

/** The files of a stage in the order of vitest's own, except those that take longest or wait most, which come first. */
export default class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import("vitest/node").TestSpecification[]} specifications
   */
  async sort(specifications) {
    const sorted = await super.sort(specifications);
    const isFirst = (/** @type {import("vitest/node").TestSpecification} */ { moduleId }) => {
      const file = relative(".", moduleId);
      return longest.test(file) || waiting.test(file);
    };
    return [...sorted.filter(isFirst), ...sorted.filter((one) => !isFirst(one))];
  }
}
