import { plainNumber } from "@/server/kit/value/numbers.rules";
import { same } from "@/server/kit/value/same.rules";
import { t } from "@/texts/t";

/** As the first word of a sentence: "firmware version saved" → "Firmware version saved". */
export const opening = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Any value from the wire as plain text: a dash for nothing, yes and no, lists with commas, objects as their parts. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(textOf).join(", ");
  if (typeof value === "number") return plainNumber(value);
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, part]) => `${key}: ${textOf(part)}`)
      .join(", ");
  return String(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export interface Difference {
  /** dot path below the value, "" where the value itself differs */
  path: string;
  before: unknown;
  after: unknown;
}

/** What differs between two values, part by part for objects, so that a change of one part reads as one. */
export function differences(before: unknown, after: unknown, path = ""): Difference[] {
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(before[key], after[key], path ? `${path}.${key}` : key),
    );
  return same(before, after) ? [] : [{ path, before, after }];
}
