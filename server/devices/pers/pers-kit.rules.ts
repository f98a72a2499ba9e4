import { isDeepStrictEqual } from "node:util";
import type { KitConfiguration } from "@/db/schema/devices";

export type Kit = KitConfiguration | null;

export interface KitDifference {
  path: string;
  initial: unknown;
  current: unknown;
}

/** Whether two kits say the same, in whatever order their keys stand. */
export const sameKit = (one: unknown, other: unknown) => isDeepStrictEqual(one ?? null, other ?? null);

/** What the current kit has differently from the initial one, field by field. */
export function kitDifferences(initial: Kit, current: Kit): KitDifference[] {
  const [before, after] = [{ ...initial }, { ...current }] as Record<string, unknown>[];
  const paths = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (path) => path !== "version",
  );
  return paths.flatMap((path) => {
    const [was, is] = [before?.[path] ?? null, after?.[path] ?? null];
    return isDeepStrictEqual(was, is) ? [] : [{ path, initial: was, current: is }];
  });
}
