import { dayOnClock } from "@/texts/clock";

const day = 86_400_000;

/** The Monday of the first of so many weeks, of which the last is this one, by the reader's clock. @param now ms */
export function firstWeek(weeks: number, now = Date.now()): string {
  const today = Date.parse(dayOnClock(now));
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return new Date(today - (sinceMonday + (weeks - 1) * 7) * day).toISOString().slice(0, 10);
}
