export const shownDays = 30;

/**
 * How many were open at the end of each day, computed backwards from how many are open now.
 * @param moves by day: how many began, less how many ended
 */
export function openByDay(openNow: number, moves: ReadonlyMap<string, number>, days: string[]): number[] {
  const open: number[] = [];
  let count = openNow;
  for (const at of days.toReversed()) {
    open.unshift(count);
    count -= moves.get(at) ?? 0;
  }
  return open;
}
