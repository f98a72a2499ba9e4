// @ts-check

/** What is being done, beside the figures. */
export const say = (/** @type {string} */ line) => console.error(`bench: ${line}`);

const row = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;

/**
 * Begins a table, and prints each row as it is measured, so that a stopped bench keeps what it found.
 * @param {string} title
 * @param {string[]} head one column that says what is measured, and columns of figures; "× bare" or "of bare" is a ratio
 *   to the same work without us, in the same run
 * @returns {(...cells: string[]) => void} adds a row
 */
export function table(title, head) {
  console.log(`\n### ${title}\n\n${row(head)}\n${row(head.map((_, n) => (n ? "---:" : "---")))}`);
  return (...cells) => console.log(row(cells));
}

export const ms = (/** @type {number} */ value) => value.toFixed(value < 100 ? 2 : 0);
export const times = (/** @type {number} */ value) => `${value.toFixed(2)}×`;
/** The same for CPU time, which is counted in hundredths of a second and not on every system: nothing where it cannot be told. */
export const cpuMs = (/** @type {number} */ value) => (Number.isFinite(value) ? ms(value) : "");
export const cpuTimes = (/** @type {number} */ value) => (Number.isFinite(value) ? times(value) : "");

export const quantile = (/** @type {number[]} */ values, /** @type {number} */ share) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
export const median = (/** @type {number[]} */ values) => quantile(values, 0.5);
