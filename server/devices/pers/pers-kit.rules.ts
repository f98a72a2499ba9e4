import type { KitConfiguration } from "@/db/schema/devices";
import { same } from "@/server/kit/value/same.rules";

export type Kit = KitConfiguration | null;

export interface KitDifference {
  path: string;
  initial: unknown;
  current: unknown;
}

/** What the current kit has differently from the initial one, field by field. */
export function kitDifferences(initial: Kit, current: Kit): KitDifference[] {
  const [before, after] = [{ ...initial }, { ...current }] as Record<string, unknown>[];
  const paths = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (path) => path !== "version",
  );
  return paths.flatMap((path) => {
    const [was, is] = [before?.[path] ?? null, after?.[path] ?? null];
    return same(was, is) ? [] : [{ path, initial: was, current: is }];
  });
}
