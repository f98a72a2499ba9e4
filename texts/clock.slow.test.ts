import { describe, expect, it } from "vitest";
import { isLong } from "@/db/testing/scale";
import { byClock, dayOnClock, endOfDay, onClock, startOfDay } from "./clock";

const readerIn = (timeZone: string) => ({ language: "en", timeZone }) as const;
const zones = Intl.supportedValuesOf("timeZone");
const dayMs = 86_400_000;
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** All days of a time; in short, those beside a change of the clock, and every 29th. */
function daysOf(timeZone: string, from: string, until: string) {
  const days: string[] = [];
  const hourAt = (ms: number) => onClock(ms, readerIn(timeZone)).slice(11);
  let hour = hourAt(Date.parse(from));
  for (let at = Date.parse(from); at < Date.parse(until); at += dayMs) {
    const before = hour;
    hour = hourAt(at + dayMs);
    if (hour !== before) days.push(dayAt(at), dayAt(at + dayMs));
    else if (isLong || (at / dayMs) % 29 === 0) days.push(dayAt(at));
  }
  return days;
}

/** What is wrong with a day by a clock; its first instant shows it and the millisecond before does not. */
function faultOf(day: string, timeZone: string) {
  const reader = readerIn(timeZone);
  const start = startOfDay(day, 0, reader);
  const next = dayAt(Date.parse(day) + dayMs);
  const isSkipped = startOfDay(next, 0, reader) === start;
  if (dayOnClock(start, reader) !== (isSkipped ? next : day)) return `${timeZone} ${day} begins at ${start}`;
  if (dayOnClock(Date.parse(start) - 1, reader) >= day) return `${timeZone} ${day} began before ${start}`;
  const end = Date.parse(endOfDay(day, reader));
  if (end + 1 !== Date.parse(startOfDay(day, 1, reader))) return `${timeZone} ${day} ends before the next one`;
  return undefined;
}

describe("a day", () => {
  it.each([
    ["Atlantic/Azores", "2026-03-29", "2026-03-29T01:00:00.000Z"],
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"],
    ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z"],
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z"],
    ["Europe/Paris", "2026-03-29", "2026-03-28T23:00:00.000Z"],
  ])("in %s begins on %s at %s", (timeZone, day, start) => expect(startOfDay(day, 0, readerIn(timeZone))).toBe(start));

  it.each([
    ["a change within midnight's hour", "America/St_Johns", "1988-04-01", "1988-05-01"],
    ["a day that was left out", "Pacific/Apia", "2011-12-25", "2012-01-04"],
  ])("is right beside %s", (_, timeZone, from, until) => {
    const days: string[] = [];
    for (let at = Date.parse(from); at < Date.parse(until); at += dayMs) days.push(dayAt(at));
    expect(days.map((day) => faultOf(day, timeZone)).filter(Boolean)).toEqual([]);
  });

  it("begins and ends at the right instant in every zone, in 2026 and 2027", () => {
    expect(zones.length).toBeGreaterThan(400);
    const faults = zones.flatMap((zone) =>
      daysOf(zone, "2026-01-01", "2028-01-01").flatMap((day) => faultOf(day, zone) ?? []),
    );
    expect(faults).toEqual([]);
  }, 600_000);

  it("is one of the years 1 to 9999, in every zone", () => {
    const range = /^(0001-01-0[12]|9999-12-(30|31))T[\d:.]+Z$/;
    for (const zone of zones)
      for (const day of ["0001-01-01", "9999-12-31"]) {
        expect(startOfDay(day, 0, readerIn(zone))).toMatch(range);
        expect(endOfDay(day, readerIn(zone))).toMatch(range);
      }
  });
});

describe("a clock", () => {
  it("shows what it is set to, in every zone and in any year", () => {
    const faults = zones.flatMap((zone) =>
      [
        "0026-11-23T12:30:00",
        "0099-12-31T23:59:59",
        "1000-01-01T08:00:00",
        "2026-07-01T16:22:10",
        "9998-06-30T04:05:06",
      ]
        .filter((shown) => onClock(byClock(shown, readerIn(zone)), readerIn(zone)) !== shown)
        .map((shown) => `${zone} ${shown}`),
    );
    expect(faults).toEqual([]);
  });
});
