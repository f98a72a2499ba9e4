import type { Range } from "./plot.rules";

const round = (value: number) => Math.round(value * 100) / 100;

/**
 * The line of these values in a field that is 100 high and as wide as there are points: a path for each run of known values, a
 * dot where it is one.
 */
export function pathOf(values: readonly (number | null)[], { bottom, top }: Range): string {
  const y = (value: number) => round(100 - ((Math.min(Math.max(value, bottom), top) - bottom) / (top - bottom)) * 100);
  let isOpen = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false;
        return "";
      }
      const isAlone = !isOpen && (values[index + 1] ?? null) === null;
      const step = `${isOpen ? "L" : "M"}${index + 0.5} ${y(value)}${isAlone ? "h0" : ""}`;
      isOpen = true;
      return step;
    })
    .join("");
}

/** Where a moment lies among points that begin at `first` and last `step` each, in points. All in ms. */
export const placeOf = (at: number, first: number, step: number, count: number) =>
  round(Math.min(Math.max((at - first) / step, 0), count));

/** Which of these names can be written without touching each other; the last ones first. @param places from 0 to 1, in order */
export function named(places: readonly number[], room = 0.1): boolean[] {
  let limit = Number.POSITIVE_INFINITY;
  return places
    .toReversed()
    .map((place) => {
      const fits = place + room <= limit;
      if (fits) limit = place;
      return fits;
    })
    .reverse();
}
