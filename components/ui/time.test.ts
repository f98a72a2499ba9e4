import { expect, it } from "vitest";
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
