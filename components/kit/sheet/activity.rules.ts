import { same } from "@/server/kit/same.rules";

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

interface Stream<E> {
  /** newest first */
  items: E[];
  /** are there older ones that were not loaded yet */
  hasMore: boolean;
}

/** The instant down to which this stream is known; undefined where it is known to its beginning. */
const horizonOf = <E extends { at: string }>({ items, hasMore }: Stream<E>) =>
  hasMore ? (items.at(-1)?.at ?? "9") : undefined;

/**
 * Several streams as one line, newest first. What lies further back than a stream is known waits for that stream, so that
 * nothing appears later between two events that were already read.
 * @returns the events, and the places of the streams that must load on for the line to go further back
 */
export function mergeStreams<E extends { at: string }>(streams: Stream<E>[]): { events: E[]; waitsFor: number[] } {
  const horizons = streams.map(horizonOf);
  const horizon = horizons.reduce<string>((latest, one) => (one && one > latest ? one : latest), "");
  const events = streams
    .flatMap(({ items }) => items)
    .filter(({ at }) => at >= horizon)
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return { events, waitsFor: horizons.flatMap((one, index) => (one && one === horizon ? [index] : [])) };
}
