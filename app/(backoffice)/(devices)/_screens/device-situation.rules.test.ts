import { describe, expect, it } from "vitest";
import type { DeviceSituation } from "@/server/overview/situation/situation.schema";
import { speaking } from "@/texts/node";
import { deviceClauses, isQuiet, nextStepOf, oftenText, toneOf } from "./device-situation.rules";

const now = Date.parse("2026-02-01T12:00:00Z");
const [minute, hour] = [60_000, 3_600_000];
const ago = (ms: number) => new Date(now - ms).toISOString();
const level = { label: "Critical", color: "#f00", rank: 1 };
const device: DeviceSituation = {
  lastMessageAt: ago(9.5 * hour),
  batteryLevel: 12,
  batteryBefore: 40,
  usualGap: hour,
  openAlerts: 1,
  alert: { id: "a", label: "Zone left", level, since: ago(3 * hour) },
};
const quiet = { ...device, openAlerts: 0, alert: null };
const said = (one: DeviceSituation, language: "en" | "fr" | "de" = "en") =>
  speaking({ language, timeZone: "UTC" }, () =>
    deviceClauses(one, now)
      .join("; ")
      .replace(/[\u00a0\u202f]/g, " "),
  );

describe("the sentence of a device", () => {
  it("says how long it is silent and how often it is heard, its battery and its gravest alert", () => {
    expect(said(device)).toBe(
      "Silent for 9 hours, usually heard hourly; battery 12 % and falling; alert “Zone left” for 3 hours",
    );
    expect(said(device, "fr")).toBe(
      "Silencieux depuis 9 heures, d’ordinaire entendu toutes les heures; batterie à 12 %, en baisse; alerte « Zone left » depuis 3 heures",
    );
    expect(said(device, "de")).toBe(
      "Stumm seit 9 Stunden, sonst stündlich gehört; Akku 12 %, fallend; Alarm „Zone left“ seit 3 Stunden",
    );
  });

  it("says in the plural of each language how long", () => {
    const long = { ...quiet, lastMessageAt: ago(75 * hour), usualGap: 26 * hour, batteryLevel: null };
    expect(said(long)).toBe("Heard 3 days ago, usually daily");
    const longer = { ...long, usualGap: hour };
    expect([said(longer), said(longer, "fr"), said(longer, "de")]).toEqual([
      "Silent for 3 days, usually heard hourly",
      "Silencieux depuis 3 jours, d’ordinaire entendu toutes les heures",
      "Stumm seit 3 Tagen, sonst stündlich gehört",
    ]);
  });

  it("leaves out what is not known", () => {
    const unknown = { ...quiet, usualGap: null, batteryLevel: null, batteryBefore: null };
    expect(said(unknown)).toBe("Heard 9 hours ago");
    expect(said({ ...unknown, lastMessageAt: ago(47 * hour) })).toBe("Silent for 47 hours");
    expect(said({ ...unknown, lastMessageAt: null })).toBe("Never heard");
    expect(said({ ...quiet, batteryBefore: null })).toContain("; battery 12 %");
    expect(said({ ...quiet, batteryBefore: 5 })).toContain("; battery 12 % and rising");
    expect(said({ ...device, openAlerts: 3 })).toContain("alert “Zone left” for 3 hours and 2 more");
    expect(said({ ...quiet, lastMessageAt: ago(2 * minute) })).toContain("Heard 2 minutes ago, usually hourly");
  });
});

it.each([
  [minute, "every few minutes"],
  [20 * minute, "several times an hour"],
  [hour, "hourly"],
  [3 * hour, "every 3 hours"],
  [24 * hour, "daily"],
  [70 * hour, "every 3 days"],
])("says a gap of %d ms as how often: %s", (gap, text) => expect(oftenText(gap)).toBe(text));

it("knows a device that is quiet for longer than is usual for it", () => {
  const last = (hours: number, usualGap: number | null) => isQuiet({ lastMessageAt: ago(hours * hour), usualGap }, now);
  expect([last(5, minute), last(7, minute), last(8, 3 * hour), last(10, 3 * hour)]).toEqual([false, true, false, true]);
  expect([last(23, null), last(25, null), isQuiet({ lastMessageAt: null, usualGap: null }, now)]).toEqual([
    false,
    true,
    true,
  ]);
});

it("takes its colour from what needs somebody", () => {
  const mild = { ...device, alert: { id: "a", label: "Note", level: { ...level, rank: 3 }, since: ago(hour) } };
  const fresh = { ...quiet, lastMessageAt: ago(minute) };
  const tones = [device, mild, quiet, fresh, { ...quiet, lastMessageAt: null }].map((one) => toneOf(one, now));
  expect(tones).toEqual(["bad", "warn", "warn", "ok", "quiet"]);
});

it("proposes to call who rides it, else maintenance, where something is wrong with a device in use", () => {
  const fresh = { ...quiet, lastMessageAt: ago(minute) };
  expect(nextStepOf(device, "active", "+33", now)).toBe("call");
  expect(nextStepOf(quiet, "active", null, now)).toBe("maintenance");
  expect(nextStepOf(fresh, "active", "+33", now)).toBeUndefined();
  expect(nextStepOf(device, "maintenance", "+33", now)).toBeUndefined();
});
