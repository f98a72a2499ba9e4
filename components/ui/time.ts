import { dayOnClock, onClock } from "@/texts/clock";
import { locale, manner } from "@/texts/speech";
import { t } from "@/texts/t";

/** One for each language and clock, made when it is first asked for: a list needs two of them, and each takes its time. */
function once<T>(make: () => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const key = `${locale()} ${manner().timeZone}`;
    const found = made.get(key) ?? make();
    made.set(key, found);
    return found;
  };
}

// How the reader's language writes days and distances in time, and names their clock.
const dayFormat = once(
  () => new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }),
);
const weekdayFormat = once(() => new Intl.DateTimeFormat(locale(), { weekday: "short", timeZone: "UTC" }));
const dayOfYearFormat = once(
  () => new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", timeZone: "UTC" }),
);
const zoneFormat = once(
  () => new Intl.DateTimeFormat(locale(), { timeZone: manner().timeZone, timeZoneName: "short" }),
);
const distanceFormat = once(() => new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }));

const bareDay = /^\d{4}-\d{2}-\d{2}$/;

/** "3 May 2026": a day as it is, an instant by the reader's clock, as the filters count days. */
export const dayOf = (iso: string) => dayFormat().format(new Date(bareDay.test(iso) ? iso : dayOnClock(iso)));

/** The reader's clock at an instant: "14:22". */
export const minuteOf = (iso: string) => onClock(iso).slice(11, 16);

/** "Tue 24 Nov, 03:30": what is to come by the reader's clock, with its year where that is another one. */
export function plannedTime(iso: string, now = Date.now()) {
  const shown = dayOnClock(iso);
  const isThisYear = shown.slice(0, 4) === dayOnClock(now).slice(0, 4);
  const day = new Date(shown);
  return `${weekdayFormat().format(day)} ${isThisYear ? dayOfYearFormat().format(day) : dayOf(shown)}, ${minuteOf(iso)}`;
}

const zoneOf = (iso: string) =>
  zoneFormat()
    .formatToParts(new Date(iso))
    .find(({ type }) => type === "timeZoneName");

/** "3 May 2026, 14:22:10 CEST": with the name of the clock, for readers of a screenshot. */
export const exactTime = (iso: string) => `${dayOf(iso)}, ${onClock(iso).slice(11)} ${zoneOf(iso)?.value ?? ""}`;

const day = 86_400_000;
const steps: [limit: number, ms: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60_000, 1000, "second"],
  [3_600_000, 60_000, "minute"],
  [day, 3_600_000, "hour"],
];

/** For how long something lasts already, in whole units that have passed: "for 9 hours". @param ms */
export function lastingText(ms: number): string {
  const count = (unit: number) => Math.max(1, Math.floor(ms / unit));
  if (ms >= 2 * day) return t("for {count, plural, one {# day} other {# days}}", { count: count(day) });
  if (ms >= 3_600_000) return t("for {count, plural, one {# hour} other {# hours}}", { count: count(3_600_000) });
  return t("for {count, plural, one {# minute} other {# minutes}}", { count: count(60_000) });
}

/**
 * "5 minutes ago" within a week of now, the day beyond it. Whole units that have passed, so that nothing is 24 hours ago;
 * from a day on by the days of the reader's calendar, so that "yesterday" is yesterday.
 */
export function relativeTime(iso: string, now = Date.now()) {
  const at = new Date(iso).getTime();
  const ms = at - now;
  if (Math.abs(ms) < 45_000) return ms > 0 ? t("in a moment") : t("just now");
  const step = steps.find(([limit]) => Math.abs(ms) < limit);
  if (step) return distanceFormat().format(Math.trunc(ms / step[1]), step[2]);
  const days = (Date.parse(dayOnClock(at)) - Date.parse(dayOnClock(now))) / day;
  return Math.abs(ms) < 7 * day ? distanceFormat().format(days, "day") : dayOf(iso);
}
