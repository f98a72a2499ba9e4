const minute = 60_000;
const hour = 60 * minute;

/** Messages closer to each other than this are one burst, such as those of a ride. */
const burstMs = 5 * minute;
/** So many gaps tell a habit. */
const fewestGaps = 4;

const medianOf = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/**
 * How long a device usually says nothing: the median of the gaps between its bursts, or between its messages where it knows
 * but one burst.
 * @param heard when its newest messages were received, in ms, in any order
 * @returns ms; null where that is too little to tell
 */
export function usualGapOf(heard: readonly number[]): number | null {
  const times = heard.toSorted((one, other) => one - other);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const between = gaps.filter((gap) => gap > burstMs);
  const counted = between.length >= fewestGaps ? between : gaps;
  return counted.length >= fewestGaps ? (medianOf(counted) ?? null) : null;
}

/** A device whose habit is unknown is silent after a day, as the list of devices means it. */
const silentMs = 24 * hour;
const leastSilentMs = 6 * hour;

/** After how long a device is silent: three times its usual gap, and six hours at least. @param usualGap ms */
export const silentAfter = (usualGap: number | null) =>
  usualGap === null ? silentMs : Math.max(3 * usualGap, leastSilentMs);

/** Up to how many of its devices with an open alert a company has counted. */
export const mostAlerting = 100;

/** So many percent between two readings are no chance. */
const trendPercent = 3;

/** Where a battery goes, by its level now and a day or more before, in percent. */
export function trendOf(now: number | null, before: number | null): "falling" | "rising" | "steady" {
  if (now === null || before === null || Math.abs(now - before) < trendPercent) return "steady";
  return now < before ? "falling" : "rising";
}
