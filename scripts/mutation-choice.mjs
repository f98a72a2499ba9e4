// @ts-check
import { basename, dirname } from "node:path";
import { partsThatRun, someOf } from "./mutation-counts.mjs";
import { reached, routersOf, testsNear } from "./mutation-tree.mjs";

/** @typedef {import("./mutation-operators.mjs").Mutant} Mutant */
/** @typedef {import("./mutation-tree.mjs").Tree} Tree */
/** @typedef {import("./mutation-counts.mjs").Counts} Counts */

const mostFiles = 12;
/** Beside those that compare with a released file. */
const mostSlowFiles = 2;
/** What runs in more parts of a walk is of the kit: so many of them, from its whole length, show it too. */
const mostParts = 60;

/** So many of a list, evenly from all of it. */
const evenly = (/** @type {string[]} */ all, /** @type {number} */ most) =>
  all.length <= most ? all : Array.from({ length: most }, (_, n) => all[Math.floor((n * all.length) / most)] ?? "");

/**
 * The tests for a fault, the most promising for their time first: those that run its statement, or, where it runs as its
 * file is loaded, those that lead to it; and those near that were not counted. Who runs more of the file, lies nearer to it
 * and shares words of its name is likelier to notice; what compares with a released file comes first. Slow ones, such as the walks over all mutations, are for what nobody else notices.
 * @param {Mutant} mutant
 * @param {Tree} tree
 * @param {Counts} counts
 * @returns `walked`: the procedures or routers that walks look at, of all where empty
 */
export function testsFor(mutant, tree, counts) {
  const { path, statement } = mutant;
  const { ran, loaded, share, seconds, failing } = counts;
  const near = testsNear(path, tree).filter((file) => !failing.has(file));
  const distance = reached(path, tree.importers);
  const some = someOf(path);
  const run = new Set([...(ran.get(`${path}:${statement}`) ?? []), ...(ran.get(some) ?? [])]);
  const isLoadedAsFile = loaded.has(`${path}:${statement}`) || loaded.has(some);
  const isLoaded = statement === null || (run.size === 0 && isLoadedAsFile);
  const stem = (/** @type {string} */ file) => file.replace(/(\.\w+)+$/, "");
  const words = stem(basename(path)).split("-");
  const shared = (/** @type {string} */ file) => words.filter((word) => file.split(/[-./]/).includes(word)).length;
  const nearness = (/** @type {string} */ file) => {
    if (stem(file) === stem(path)) return 8;
    return (dirname(file) === dirname(path) ? 3 : 1 / Number(distance.get(file))) * (1 + 2 * shared(file));
  };
  const promise = (/** @type {string} */ file) =>
    tree.comparing.has(file)
      ? Number.POSITIVE_INFINITY
      : ((share.get(file)?.get(path) ?? 1) * nearness(file)) / (1 + (seconds[file] ?? 10));
  const isSlow = (/** @type {string} */ file) => tree.stageOf.get(file) === "slow";
  const isNear = (/** @type {string} */ file) => dirname(file) === dirname(path) || Number(distance.get(file)) <= 2;
  const isUncounted = (/** @type {string} */ file) => !(file in seconds) && isNear(file);
  const tried = near
    .filter((file) => isLoaded || run.has(file) || isUncounted(file))
    .sort((one, other) => (promise(one) === promise(other) ? 0 : promise(other) - promise(one)));
  const slow = tried.filter(isSlow);
  const others = slow.filter((file) => !tree.comparing.has(file)).slice(0, mostSlowFiles);
  const parts = partsThatRun(mutant, counts);
  // A walk whose parts are known and do not run the statement looks at nothing of it, except as it is loaded.
  const walked = [...parts].flatMap(([, names]) => evenly(names, mostParts));
  const isIdle = (/** @type {string} */ file) => !isLoaded && parts.get(file)?.length === 0;
  return {
    quick: tried.filter((file) => !isSlow(file)).slice(0, mostFiles),
    walks: slow
      .filter((file) => tree.comparing.has(file) && !isIdle(file))
      .sort((one, other) => (seconds[one] ?? 0) - (seconds[other] ?? 0)),
    slow: others,
    walked: isLoaded ? routersOf(path, tree) : [...new Set(walked)],
  };
}
