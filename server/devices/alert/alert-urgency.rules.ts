const hourMs = 3_600_000;

/** After how many hours an open alert needs somebody, by the rank of its level; one of a lower level never does. */
export const urgentAfter: ReadonlyMap<number, number> = new Map([
  [1, 0],
  [2, 24],
]);

/**
 * How an open alert stands out: red where somebody has to act, by its level and its age.
 * @param since ISO 8601
 * @param now in milliseconds
 */
export function alertTone(rank: number, since: string, now: number): "bad" | "warn" | "info" {
  const hours = urgentAfter.get(rank);
  if (hours === undefined) return "info";
  return now - Date.parse(since) >= hours * hourMs ? "bad" : "warn";
}
