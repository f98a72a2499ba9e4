/** How many weeks the figures go back. */
export const periods = [12, 26, 52];

/** The period that an address names, or the first. */
export function weeksOf(asked: unknown): number {
  const weeks = Number(asked);
  return periods.includes(weeks) ? weeks : 12;
}
