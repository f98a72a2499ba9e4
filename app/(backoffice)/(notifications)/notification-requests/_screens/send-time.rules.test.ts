import { expect, it } from "vitest";
import { sendTimeOf } from "./send-time.rules";

it.each([
  ["Europe/Paris", "2026-11-24T03:30", "2026-11-24T02:30:00.000Z", undefined],
  ["Europe/Paris", "2026-07-01T03:30", "2026-07-01T01:30:00.000Z", undefined],
  ["Europe/Paris", "2026-03-29T02:30", "2026-03-29T01:00:00.000Z", "skipped"],
  ["Europe/Paris", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z", "twice"],
  ["Europe/Paris", "2026-10-25T03:00", "2026-10-25T02:00:00.000Z", undefined],
  ["America/New_York", "2026-03-08T02:15", "2026-03-08T07:00:00.000Z", "skipped"],
  ["America/New_York", "2026-11-01T01:15", "2026-11-01T05:15:00.000Z", "twice"],
  ["Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00.000Z", "twice"],
  ["UTC", "2026-03-29T02:30", "2026-03-29T02:30:00.000Z", undefined],
] as const)("in %s, %s is %s", (timeZone, shown, at, note) => {
  expect(sendTimeOf(shown, { language: "en", timeZone })).toEqual(note ? { at, note } : { at });
});
