import { byClock, firstAtOrAfter, iso, onClock } from "@/texts/clock";
import { manner } from "@/texts/speech";

/** When something is sent. A clock that is put forward skips the time, one that is put back shows it twice. */
export interface SendTime {
  /** ISO 8601, UTC */
  at: string;
  note?: "skipped" | "twice";
}

const minuteMs = 60_000;
/** By how much clocks are put back, in all zones that do. */
const changes = [30, 60, 120].map((minutes) => minutes * minuteMs);

/**
 * The instant that a sender's clock shows as this, such as "2026-11-24T03:30": of a time that comes twice the first, of one that
 * is skipped that of the change.
 */
export function sendTimeOf(shown: string, reader = manner()): SendTime {
  const wanted = Date.parse(`${shown}Z`);
  const at = firstAtOrAfter(wanted, reader.timeZone);
  const shows = (instant: number) => Date.parse(`${onClock(instant, reader)}Z`);
  if (shows(at) !== wanted) return { at: iso(at), note: "skipped" };
  const isTwice = changes.some((ms) => shows(at + ms) === wanted);
  return isTwice ? { at: byClock(shown, reader), note: "twice" } : { at: iso(at) };
}
