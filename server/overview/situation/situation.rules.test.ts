import { describe, expect, it } from "vitest";
import { silentAfter, trendOf, usualGapOf } from "./situation.rules";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** As many instants, each so long after the one before. */
const every = (gap: number, times: number, from = 0) => Array.from({ length: times }, (_, n) => from + n * gap);

describe("how often a device is usually heard", () => {
  it("is the median of its gaps, in any order, whatever one of them is", () => {
    expect(usualGapOf(every(hour, 10))).toBe(hour);
    expect(usualGapOf(every(hour, 10).reverse())).toBe(hour);
    expect(usualGapOf([...every(hour, 10), 40 * hour])).toBe(hour);
    expect(usualGapOf(every(day, 5))).toBe(day);
  });

  it("counts the messages of a ride as one", () => {
    const rides = [0, 1, 2, 3, 4, 5].flatMap((n) => every(minute, 20, n * hour));
    expect(usualGapOf(rides)).toBe(hour - 19 * minute);
    expect(usualGapOf(every(minute, 200))).toBe(minute);
    expect(usualGapOf([...every(minute, 100), ...every(minute, 100, 12 * hour)])).toBe(minute);
  });

  it("is unknown of a device that hardly spoke", () => {
    expect([usualGapOf([]), usualGapOf([1]), usualGapOf(every(hour, 4))]).toEqual([null, null, null]);
    expect(usualGapOf(every(hour, 5))).toBe(hour);
  });
});

it("is silent after three usual gaps and six hours at least, or after a day where nothing is usual", () => {
  expect([minute, hour, 3 * hour, day, null].map(silentAfter)).toEqual([6 * hour, 6 * hour, 9 * hour, 3 * day, day]);
});

it("knows where a battery goes, but not by a percent or two", () => {
  const trends = [
    [12, 40],
    [80, 20],
    [50, 52],
    [50, 53],
    [50, 47],
    [null, 4],
    [4, null],
  ] as const;
  expect(trends.map(([now, before]) => trendOf(now, before))).toEqual([
    "falling",
    "rising",
    "steady",
    "falling",
    "rising",
    "steady",
    "steady",
  ]);
});
