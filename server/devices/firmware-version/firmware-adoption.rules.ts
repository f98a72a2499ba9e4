const week = 7 * 86_400_000;
export const mostWeeks = 104;

export interface AdoptionWeek {
  /** its Monday, such as "2026-11-16" */
  week: string;
  devices: number;
}

/** The Monday of an instant's week, in UTC. */
export function mondayOf(ms: number) {
  const day = new Date(ms);
  day.setUTCHours(0, 0, 0, 0);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.getTime();
}

/** Every week from the first change to that of `now` (ms, of a day as if it were UTC), the last two years at most; a week without a change is like the one before. */
export function everyWeek(changed: AdoptionWeek[], now: number): AdoptionWeek[] {
  const [first] = changed;
  if (!first) return [];
  const ofWeek = new Map(changed.map(({ week, devices }) => [week, devices]));
  const weeks: AdoptionWeek[] = [];
  let devices = 0;
  for (let at = Date.parse(first.week); at <= mondayOf(now); at += week) {
    const day = new Date(at).toISOString().slice(0, 10);
    devices = ofWeek.get(day) ?? devices;
    weeks.push({ week: day, devices });
  }
  return weeks.slice(-mostWeeks);
}
