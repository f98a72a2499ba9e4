import { formatted, measured } from "@/server/kit/value/count.rules";

/** A point in time of a plot, and the list behind it. */
export interface Point {
  name: string;
  href: string;
}

export interface Line {
  label: string;
  /** CSS colour */
  colour: string;
  /** one a point; null where nothing is known, and the line has a gap */
  values: (number | null)[];
  /** the list behind the line */
  href?: string;
}

export interface Bar {
  key: string;
  label: string;
  value: number;
  href?: string;
  /** more about it, shown when it is pointed at */
  hint?: string;
  /** a rest, not a thing of its own */
  isQuiet?: boolean;
}

/** Pixels: the plot, the room above its field, that for the names of the points, and that for one bar. */
export const [plotHeight, topRoom, pointRoom, barHeight] = [172, 8, 24, 26];
/** The field in which lines are drawn. */
export const fieldHeight = plotHeight - topRoom - pointRoom;

/** A round number at or above every value, so that the topmost line has a name: 7 → 8, 83 → 100. */
export function roundTop(values: number[]): number {
  const most = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((times) => times * power >= most) ?? 10;
  return step * power;
}

/** From where to where a plot's field goes, where that is not from nothing to a round number above all values. */
export interface Range {
  bottom: number;
  top: number;
  /** behind each value, such as "%" */
  unit: string;
}

/** Something that happened at a point: a line across the field. */
export interface Mark {
  /** the name of the point */
  at: string;
  label: string;
  /** CSS colour */
  colour: string;
}

/** The field of these lines. */
export const rangeOf = (lines: Line[]): Range => ({
  bottom: 0,
  top: roundTop(lines.flatMap(({ values }) => values.filter((value) => value !== null))),
  unit: "",
});

/** The only place at which anything is known; undefined where there are several, or none. */
export function onlyPlace(lines: Line[]): number | undefined {
  const places = new Set(
    lines.flatMap(({ values }) => values.flatMap((value, place) => (value === null ? [] : place))),
  );
  const [place] = places;
  return places.size === 1 ? place : undefined;
}

/** The last value that is known of a line. */
export const lastOf = ({ values }: Line) => values.findLast((value) => value !== null) ?? null;

/** A value with its unit; a dash where nothing is known. */
export const valueText = (value: number | null, { unit }: Range) =>
  value === null ? "–" : (unit ? measured(value, unit) : formatted(value)).replace("-", "\u2212");

/** Puts labels as near as can be to where they belong, at least `gap` apart and between 0 and `height`; same order as given. */
export function spread(wanted: number[], gap: number, height: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let free = 0;
  for (const index of order) {
    placed[index] = Math.max(free, wanted[index] ?? 0);
    free = (placed[index] ?? 0) + gap;
  }
  let limit = height - gap;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(limit, placed[index] ?? 0);
    limit = (placed[index] ?? 0) - gap;
  }
  return placed;
}
