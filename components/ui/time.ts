const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "3 May 2026", in UTC, as the filters count days. */
export const dayOf = (iso: string) => dayFormat.format(new Date(iso));

/** "3 May 2026, 14:22:10 UTC": the same on every screen, whoever sends whom a screenshot. */
export const exactTime = (iso: string) => `${dayOf(iso)}, ${new Date(iso).toISOString().slice(11, 19)} UTC`;

const steps: [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86_400, 3600, "hour"],
  [7 * 86_400, 86_400, "day"],
];

/** "5 minutes ago" within a week of now, the day beyond it. */
export function relativeTime(iso: string, now = Date.now()) {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  if (Math.abs(seconds) < 45) return seconds > 0 ? "in a moment" : "just now";
  const step = steps.find(([limit]) => Math.abs(seconds) < limit);
  return step ? relative.format(Math.round(seconds / step[1]), step[2]) : dayOf(iso);
}
