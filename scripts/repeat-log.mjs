// @ts-check

// What the log of repeated tests says: how often each file ran, what failed, and what is still to be run.

/**
 * One run of one file.
 * @typedef {{ file: string, project: string, batch: string, busy: boolean, passed: boolean, seconds: number, failures: { name: string, message: string }[] }} Run
 */
/** @typedef {{ file: string, project: string }} TestFile */
/** @typedef {{ files: TestFile[], busy: boolean }} Batch */

/** How often a file is run; one that failed is well again when as many as the latter have passed since. */
const times = { usual: 5, browser: 3, afterFailure: 10, most: 40 };
/** Files of one run: small enough that little is lost where it is ended. */
/** @type {Record<string, number>} */
const sizes = { unit: 100, database: 40, slow: 10 };
const isBrowser = (/** @type {string} */ project) => project === "e2e" || project === "alone";

/** How many more runs a file takes: a failure, beside busy loops or not, asks for ten without one; what fails ever again is left. */
function missing(/** @type {TestFile} */ { project }, /** @type {Run[]} */ runs) {
  const last = runs.findLastIndex(({ passed }) => !passed);
  const wanted = last >= 0 ? times.afterFailure : isBrowser(project) ? times.browser : times.usual;
  if (runs.length >= times.most) return 0;
  return wanted - runs.slice(last + 1).filter(({ busy }) => !busy).length;
}

/**
 * The files that are run next together: those of one project with most still to do, in an order drawn by lot; beside busy
 * loops once all the others are done.
 * @param {TestFile[]} files all that there are
 * @param {Run[]} runs as they were logged
 * @returns {Batch | undefined} nothing where all is done
 */
export function nextBatch(files, runs, random = Math.random) {
  const of = byFile(runs);
  const open = files.flatMap((file) => {
    const left = missing(file, of.get(file.file) ?? []);
    return left > 0 ? [{ file, left }] : [];
  });
  const busy = files.filter(({ file }) => !(of.get(file) ?? []).some((run) => run.busy));
  const due = open.length > 0 ? open : busy.map((file) => ({ file, left: 0 }));
  const project = due[0]?.file.project;
  if (project === undefined) return undefined;
  const chosen = due
    .filter(({ file }) => file.project === project)
    .map((one) => ({ ...one, lot: random() }))
    .sort((one, other) => other.left - one.left || one.lot - other.lot)
    .slice(0, sizes[project] ?? 4)
    .map(({ file }) => file);
  return { files: chosen, busy: open.length === 0 };
}

/** The runs of each file, the first one first. */
function byFile(/** @type {Run[]} */ runs) {
  /** @type {Map<string, Run[]>} */
  const found = new Map();
  for (const run of runs) found.set(run.file, [...(found.get(run.file) ?? []), run]);
  return found;
}

/**
 * What the log comes to: a line for each file that ever failed with what it said, and what is left to be run.
 * @param {TestFile[]} files
 * @param {Run[]} runs
 */
export function summaryOf(files, runs) {
  const of = byFile(runs);
  const known = files.map((file) => ({ ...file, runs: of.get(file.file) ?? [] }));
  const bad = known.filter((file) => file.runs.some(({ passed }) => !passed));
  const lines = bad.flatMap(({ file, runs }) => {
    const last = runs.findLastIndex(({ passed }) => !passed);
    const failed = runs.filter(({ passed }) => !passed);
    /** @type {Map<string, number>} */
    const told = new Map();
    for (const { name, message } of failed.flatMap(({ failures }) => failures)) {
      const text = `${name}: ${message.replace(/\s+/g, " ").slice(0, 200)}`;
      told.set(text, (told.get(text) ?? 0) + 1);
    }
    const since = runs.length - last - 1;
    return [
      `${file}: ${failed.length} of ${runs.length} runs failed, ${since} passed since`,
      ...[...told].map(([text, count]) => `    ${count} times ${text}`),
    ];
  });
  const counts = known.map((file) => file.runs.length);
  const open = known.reduce((sum, file) => sum + Math.max(0, missing(file, file.runs)), 0);
  const unbusy = known.filter((file) => !file.runs.some(({ busy }) => busy)).length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const least = counts.length ? Math.min(...counts) : 0;
  return [
    ...lines,
    `${known.length} files, ${total} runs, each at least ${least}; ${bad.length} files ever failed`,
    `left: ${open} runs, and ${unbusy} files beside busy loops`,
  ];
}
