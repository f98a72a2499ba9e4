import { describe, expect, it } from "vitest";
import { byClock, startOfDay } from "@/texts/clock";
import { speaking } from "@/texts/node";
import { dayOf, exactTime, relativeTime } from "./time";

const now = Date.parse("2026-05-10T12:00:00Z");

it.each([
  ["2026-05-10T11:59:40Z", "just now"],
  ["2026-05-10T11:55:00Z", "5 minutes ago"],
  ["2026-05-10T09:00:00Z", "3 hours ago"],
  ["2026-05-10T11:00:01Z", "59 minutes ago"],
  ["2026-05-09T12:00:01Z", "23 hours ago"],
  ["2026-05-09T11:00:00Z", "yesterday"],
  ["2026-05-08T13:00:00Z", "2 days ago"],
  ["2026-05-05T12:00:00Z", "5 days ago"],
  ["2026-05-01T12:00:00Z", "1 May 2026"],
  ["2026-05-10T12:30:00Z", "in 30 minutes"],
])("%s is %s", (at, expected) => expect(relativeTime(at, now)).toBe(expected));

it("says days and exact times in UTC, as the filters count them", () => {
  expect(dayOf("2026-05-01T23:59:59.999Z")).toBe("1 May 2026");
  expect(exactTime("2026-05-01T23:59:59.999Z")).toBe("1 May 2026, 23:59:59 UTC");
});

describe("by a person's clock", () => {
  const inParis = { language: "fr", timeZone: "Europe/Paris" } as const;
  const inAuckland = { language: "en", timeZone: "Pacific/Auckland" } as const;

  it("says days and times, with the name of the clock", () => {
    expect(speaking(inParis, () => exactTime("2026-05-01T22:30:00Z"))).toBe("2 mai 2026, 00:30:00 UTC+2");
    expect(speaking(inParis, () => dayOf("2026-05-01"))).toBe("1 mai 2026");
    expect(speaking(inAuckland, () => relativeTime("2026-05-09T11:00:00Z", now))).toBe("2 days ago");
  });

  it.each([
    ["Europe/Paris", "2026-05-01T16:22", "2026-05-01T14:22:00.000Z"],
    ["Europe/Paris", "2026-12-01T00:00", "2026-11-30T23:00:00.000Z"],
    ["Europe/Paris", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z"],
    ["Europe/Paris", "2026-03-29T02:30", "2026-03-29T00:30:00.000Z"],
    ["Pacific/Auckland", "2026-05-01T00:00", "2026-04-30T12:00:00.000Z"],
    ["America/St_Johns", "2026-03-08T00:00", "2026-03-08T03:30:00.000Z"],
    ["UTC", "2026-05-01T16:22", "2026-05-01T16:22:00.000Z"],
    ["Europe/Paris", "never", "never"],
  ])("in %s %s is %s", (timeZone, shown, instant) =>
    expect(byClock(shown, { language: "en", timeZone })).toBe(instant),
  );

  it("begins a day where its clock changes at midnight", () => {
    expect(speaking({ language: "en", timeZone: "America/Santiago" }, () => startOfDay("2026-09-06"))).toMatch(
      /^2026-09-06T0[34]:00:00.000Z$/,
    );
    expect(speaking(inParis, () => startOfDay("2026-03-28", 1))).toBe("2026-03-28T23:00:00.000Z");
  });
});
