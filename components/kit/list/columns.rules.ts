import { narrowest, widest } from "./url";

/** The list with one column moved by so many places; as it is where it would leave the list. */
export function moved(columns: readonly string[], key: string, by: number): string[] {
  const from = columns.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.length) return [...columns];
  const others = columns.filter((one) => one !== key);
  return [...others.slice(0, to), key, ...others.slice(to)];
}

/** The list with one column where another one is. */
export const movedTo = (columns: readonly string[], key: string, target: string) =>
  moved(columns, key, columns.indexOf(target) - columns.indexOf(key));

/** The columns with one shown or hidden; a new one comes where the list has it, as far as its neighbours are there. */
export function toggledColumn(all: readonly string[], shown: readonly string[], key: string): string[] {
  if (shown.includes(key)) return shown.length > 1 ? shown.filter((one) => one !== key) : [...shown];
  const before = all.slice(0, all.indexOf(key)).filter((one) => shown.includes(one));
  const place = before.length > 0 ? shown.indexOf(before.at(-1) ?? "") + 1 : 0;
  return [...shown.slice(0, place), key, ...shown.slice(place)];
}

/** A width that a column can have, in whole px. */
export const within = (width: number) => Math.round(Math.min(Math.max(width, narrowest), widest));
