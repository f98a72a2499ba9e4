import { same } from "@/server/kit/value/same.rules";

type Changes = Record<string, [before: unknown, after: unknown]>;

/** Whether a change set every field back to what one of the earlier changes, of the same fields, had found. */
export const isWayBack = (changes: Changes, earlier: Changes[]) =>
  Object.keys(changes).length > 0 &&
  earlier.some(
    (one) =>
      same(Object.keys(one).sort(), Object.keys(changes).sort()) &&
      Object.entries(changes).every(([field, [, after]]) => same(one[field]?.[0], after)),
  );

/** Whether a record holds already what it held before a change, so that there is nothing to take back. */
export const isUndone = (changes: Changes, record: Readonly<Record<string, unknown>>) =>
  Object.entries(changes).every(([field, [before]]) => field in record && same(record[field], before));
