import { locale } from "@/texts/speech";
import { t } from "@/texts/t";

interface Formats {
  day: Intl.DateTimeFormat;
  relative: Intl.RelativeTimeFormat;
}

const known = new Map<string, Formats>();

/** How the language of whoever reads writes days and distances in time. */
function formats(): Formats {
  const found = known.get(locale()) ?? {
    day: new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }),
    relative: new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }),
  };
  known.set(locale(), found);
  return found;
}

/** "3 May 2026", in UTC, as the filters count days. */
export const dayOf = (iso: string) => formats().day.format(new Date(iso));

/** "3 May 2026, 14:22:10 UTC": the same on every screen, whoever sends whom a screenshot. */
export const exactTime = (iso: string) => `${dayOf(iso)}, ${new Date(iso).toISOString().slice(11, 19)} UTC`;

const day = 86_400_000;
const steps: [limit: number, ms: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60_000, 1000, "second"],
  [3_600_000, 60_000, "minute"],
  [day, 3_600_000, "hour"],
];

/**
 * "5 minutes ago" within a week of now, the day beyond it. Whole units that have passed, so that nothing is 24 hours ago;
 * from a day on by the days of the calendar, in UTC, so that "yesterday" is yesterday.
 */
export function relativeTime(iso: string, now = Date.now()) {
  const at = new Date(iso).getTime();
  const ms = at - now;
  if (Math.abs(ms) < 45_000) return ms > 0 ? t("in a moment") : t("just now");
  const step = steps.find(([limit]) => Math.abs(ms) < limit);
  if (step) return formats().relative.format(Math.trunc(ms / step[1]), step[2]);
  return Math.abs(ms) < 7 * day
    ? formats().relative.format(Math.floor(at / day) - Math.floor(now / day), "day")
    : dayOf(iso);
}
