import { manner } from "./speech";

// A person's clock (`Manner.timeZone`): what it shows at an instant, and which instant is meant by what it shows.

const known = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string) => {
  const found =
    known.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  known.set(timeZone, found);
  return found;
};

/** What the reader's clock shows at an instant: "2026-05-01T16:22:10". */
export const onClock = (iso: string | number, { timeZone } = manner()) =>
  clockOf(timeZone).format(new Date(iso)).replace(" ", "T");

/** The calendar's day of an instant by the reader's clock: "2026-05-01". */
export const dayOnClock = (iso: string | number) => onClock(iso).slice(0, 10);

/** The last days up to today by the reader's clock, oldest first: "2026-11-21". @param now ms */
export function lastDays(count: number, now = Date.now()) {
  const today = Date.parse(dayOnClock(now));
  return Array.from({ length: count }, (_, n) =>
    new Date(today - (count - 1 - n) * 86_400_000).toISOString().slice(0, 10),
  );
}

/**
 * The instant at which the reader's clock shows this, such as "2026-05-01T16:22"; an hour that a change of the clock skips
 * is that before it, and of one that comes twice the first is meant. What is no date stays as it is, for whoever checks it.
 */
export function byClock(shown: string, reader = manner()) {
  const wanted = Date.parse(`${shown}Z`);
  if (Number.isNaN(wanted)) return shown;
  const ahead = (at: number) => Date.parse(`${onClock(at, reader)}Z`) - Math.floor(at / 1000) * 1000;
  const offsets = [ahead(wanted - 86_400_000), ahead(wanted + 86_400_000)].sort((a, b) => b - a);
  const right = offsets.map((offset) => wanted - offset).find((at) => ahead(at) === wanted - at);
  return new Date(right ?? wanted - (offsets[0] ?? 0)).toISOString();
}

/** The first instant of a day, such as "2026-05-01", by the reader's clock, or of the day so many days later. */
export function startOfDay(day: string, later = 0) {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : byClock(new Date(at + later * 86_400_000).toISOString().slice(0, 19));
}

/** The last millisecond of a day, such as "2026-05-01", by the reader's clock. */
export const endOfDay = (day: string) => new Date(Date.parse(startOfDay(day, 1)) - 1).toISOString();
