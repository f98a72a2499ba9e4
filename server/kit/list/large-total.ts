import { LRUCache } from "lru-cache";

/** Counting so many rows takes longer than reading a page of them. */
const largeFrom = 10_000;
const seconds = 60;

const known = new LRUCache<string, number>({
  max: 10_000,
  ttl: seconds * 1000,
  perf: { now: () => Date.now() },
  ttlResolution: 0,
});

/**
 * Numbers of rows by id; a large one is remembered for 60 seconds, because it costs the more the larger it is, and a few
 * more or less say nothing to anybody then. Small ones are counted each time.
 * @param what says what is counted; with the id it means the same number everywhere
 * @param count counts for these ids; one that is missing in its answer has none
 */
export async function rememberLargeEach(
  what: string,
  ids: string[],
  count: (ids: string[]) => Promise<ReadonlyMap<string, number>>,
): Promise<ReadonlyMap<string, number>> {
  const keyOf = (id: string) => `${what} ${id}`;
  const totals = new Map<string, number>();
  for (const id of ids) {
    const before = known.get(keyOf(id));
    if (before !== undefined) totals.set(id, before);
  }
  const missing = ids.filter((id) => !totals.has(id));
  const counted = missing.length > 0 ? await count(missing) : undefined;
  for (const id of missing) {
    const total = counted?.get(id) ?? 0;
    totals.set(id, total);
    if (total >= largeFrom) known.set(keyOf(id), total);
  }
  return totals;
}

/** As `rememberLargeEach`, for one number. @param key says what is counted, and for whom */
export async function rememberLarge(key: string, count: () => Promise<number>): Promise<number> {
  const totals = await rememberLargeEach("one", [key], async () => new Map([[key, await count()]]));
  return totals.get(key) ?? 0;
}
