import { manner } from "./speech";

// A person's clock (`Manner.timeZone`): what it shows at an instant, and which instant is meant by what it shows.

const known = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string) => {
  const found =
    known.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  known.set(timeZone, found);
  return found;
};

const dayMs = 86_400_000;
const [first, last] = [Date.parse("0001-01-01T00:00:00.000Z"), Date.parse("9999-12-31T23:59:59.999Z")];
/** The calendar comes again after 400 years, days of the week and changes of the clock included. */
const cycle = 146_097 * dayMs;
/** Years that the formatter writes with four digits in every zone. */
const [early, late] = [Date.parse("1000-01-02T00:00:00Z"), Date.parse("9999-12-30T00:00:00Z")];

/** The milliseconds that a clock is ahead of UTC at an instant; to the second, as clocks are. */
function ahead(at: number, timeZone: string) {
  if (timeZone === "UTC") return 0;
  const cycles = at < early ? Math.ceil((early - at) / cycle) : at > late ? -1 : 0;
  const shifted = Math.floor(at / 1000) * 1000 + cycles * cycle;
  return Date.parse(`${clockOf(timeZone).format(shifted).replace(" ", "T")}Z`) - shifted;
}

/** Whether an instant, in ms, lies in the years 1 to 9999, which four digits can say. */
export const isWithinYears = (at: number) => at >= first && at <= last; // not where it is no number

/** An instant, in ms, as ISO 8601, UTC; what lies outside of the years 1 to 9999 is their first or last. */
export const iso = (at: number) => new Date(Math.min(Math.max(at, first), last)).toISOString();

/** What the reader's clock shows at an instant of the years 1 to 9999: "2026-05-01T16:22:10". */
export function onClock(instant: string | number, { timeZone }: { timeZone: string } = manner()) {
  const at = new Date(instant).getTime();
  return iso(at + ahead(at, timeZone)).slice(0, 19);
}

/** The calendar's day of an instant by the reader's clock: "2026-05-01". */
export const dayOnClock = (instant: string | number, reader = manner()) => onClock(instant, reader).slice(0, 10);

/** The last days up to today by the reader's clock, oldest first: "2026-11-21". @param now ms */
export function lastDays(count: number, now = Date.now()) {
  const today = Date.parse(dayOnClock(now));
  return Array.from({ length: count }, (_, n) => new Date(today - (count - 1 - n) * dayMs).toISOString().slice(0, 10));
}

/**
 * The instant at which a clock shows what UTC would show at `wanted`; of an hour that comes twice the first, of one that is
 * skipped what the clock would have shown had it been changed before (`sooner`) or after (`later`).
 */
function instantAt(wanted: number, timeZone: string) {
  const offsets = [ahead(wanted - dayMs, timeZone), ahead(wanted + dayMs, timeZone)].sort((a, b) => b - a);
  const [sooner, later] = offsets.map((offset) => wanted - offset) as [number, number];
  const right = [sooner, later].find((at) => ahead(at, timeZone) === wanted - at);
  return { sooner, later, right };
}

/**
 * The instant at which the reader's clock shows this, such as "2026-05-01T16:22"; an hour that a change of the clock skips
 * is that before it, and of one that comes twice the first is meant. What is no date stays as it is, for its later check.
 */
export function byClock(shown: string, reader = manner()) {
  const wanted = Date.parse(`${shown}Z`);
  if (Number.isNaN(wanted)) return shown;
  const { right, sooner } = instantAt(wanted, reader.timeZone);
  return iso(right ?? sooner);
}

/**
 * The first instant, in ms, at which a clock shows this or more: where the clock is changed over it, that of the change.
 * @param wanted what it shows, as if it were UTC, in ms
 */
export function firstAtOrAfter(wanted: number, timeZone: string) {
  const { right, sooner, later } = instantAt(wanted, timeZone);
  if (right !== undefined) return right;
  let [before, after] = [sooner, later];
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (middle + ahead(middle, timeZone) >= wanted) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * The first instant of a day, such as "2026-05-01", by the reader's clock, or of the day so many days later: where the clock
 * skips midnight, that of the change. What lies outside of the years 1 to 9999 is their first or last.
 */
export function startOfDay(day: string, later = 0, reader = manner()) {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : iso(firstAtOrAfter(at + later * dayMs, reader.timeZone));
}

/** The last millisecond of a day, such as "2026-05-01", by the reader's clock. */
export function endOfDay(day: string, reader = manner()) {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : iso(firstAtOrAfter(at + dayMs, reader.timeZone) - 1);
}

/** A bare day as `ofDay` says, a date-time as its instant; what is neither stays as it is, for its later check. */
function instantOf(moment: string, ofDay: (day: string) => string) {
  if (/^\d{4}-\d{2}-\d{2}$/.test(moment)) return ofDay(moment);
  const at = Date.parse(moment);
  return Number.isNaN(at) ? moment : iso(at);
}

/** The instant that a moment of a request begins with: a bare day's first by the reader's clock, else the moment itself. */
export const beginningOf = (moment: string) => instantOf(moment, (day) => startOfDay(day));

/** The last millisecond of a moment of a request: a bare day's last by the reader's clock, else the moment itself. */
export const endingOf = (moment: string) => instantOf(moment, (day) => endOfDay(day));

/** The instant at which a period that lasts up to and with this is over: after a bare day by the reader's clock. */
export const endAfter = (moment: string) => instantOf(moment, (day) => startOfDay(day, 1));
