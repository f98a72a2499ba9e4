export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const days = new Map<number, string>();
const two = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));

/** ISO 8601, UTC, milliseconds; the day's part is remembered, because a million PERS ask for twenty instants each. */
export function iso(at: number): string {
  const dayNumber = Math.floor(at / day);
  let date = days.get(dayNumber);
  if (!date) {
    date = new Date(dayNumber * day).toISOString().slice(0, 11);
    days.set(dayNumber, date);
  }
  const rest = Math.floor(at - dayNumber * day);
  const seconds = Math.floor(rest / 1000);
  const clock = `${two[Math.floor(seconds / 3600)]}:${two[Math.floor(seconds / 60) % 60]}:${two[seconds % 60]}`;
  return `${date}${clock}.${String(rest % 1000).padStart(3, "0")}Z`;
}
