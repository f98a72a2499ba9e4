// @ts-check
import { relative } from "node:path";
import { BaseSequencer } from "vitest/node";

/**
 * What takes longest of its stage, however short its text: vitest, which knows no times of a fresh clone, would begin with
 * the largest files, and one core would wait for these at the end.
 */
const longest = /^e2e\/(bench|new-resource|start)\.test|\/(bulk|backup|reapply|webhook-silent)\.slow\.test/;

/** The files of a stage in the order of vitest's own, except those that take longest, which come first. */
export default class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import("vitest/node").TestSpecification[]} specifications
   */
  async sort(specifications) {
    const sorted = await super.sort(specifications);
    const isLong = (/** @type {import("vitest/node").TestSpecification} */ { moduleId }) =>
      longest.test(relative(".", moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((one) => !isLong(one))];
  }
}
