import { locale } from "@/texts/speech";

const formats = new Map<string, Intl.NumberFormat>();

function formatFor(digits: number | undefined) {
  const key = `${locale()} ${digits}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(locale(), { maximumFractionDigits: digits });
  formats.set(key, known);
  return known;
}

/** A number for people, as their language writes it: 12,345. @param digits after the point, at the most; three where not said */
export const formatted = (value: number, digits?: number) => formatFor(digits).format(value);

/** A value with its unit, as the reader's language writes the number: "1,234 km", "1 234 km". @param digits as for `formatted` */
export const measured = (value: number, unit: string, digits?: number) => `${formatted(value, digits)} ${unit}`;

/** A part of a whole for people: 0.25 is "25%", "25 %". */
export const percentText = (part: number) =>
  new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(part);

/** A number of things, whose names are said by the caller in the reader's language: "1 device", "1,200 devices". */
export const counted = (count: number, one: string, many: string) => `${formatted(count)} ${count === 1 ? one : many}`;
