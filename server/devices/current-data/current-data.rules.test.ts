import { describe, expect, it } from "vitest";
import type { Reading } from "@/db/schema/alerts";
import type { Readings } from "@/db/schema/iot";
import { groupBy } from "@/server/kit/value/group.rules";
import { applyReports, type DeviceReport, type Episode, newest, newestNumber, type Rule } from "./current-data.rules";

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
const report = (minute: number, readings: Record<string, Reading>, type = "status", key = "k"): DeviceReport => ({
  type,
  sentAt: at(minute),
  key,
  readings: Object.entries(readings),
});
const apply = (readings: Readings, reports: DeviceReport[], rules: Rule[] = [], episodes: Episode[] = []) => {
  const byField = groupBy(rules, ({ rule }) => rule.field);
  return applyReports(readings, reports, byField, episodes);
};

describe("what is known of a device", () => {
  it("is the newest reading by type and field, in whatever order they come; of one moment that of the greater key", () => {
    const known: Readings = { status: { level: [5, at(3), "k"] } };
    const { readings } = apply(known, [
      report(5, { level: 7, other: 1 }),
      report(4, { level: 6, late: true }),
      report(2, { level: 4 }),
      report(1, { level: 9 }, "event"),
      report(5, { level: 8 }, "status", "l"),
      report(5, { level: 3 }, "status", "a"),
    ]);
    expect(readings).toEqual({
      status: { level: [8, at(5), "l"], other: [1, at(5), "k"], late: [true, at(4), "k"] },
      event: { level: [9, at(1), "k"] },
    });
    expect(apply(known, [report(3, { level: 6 })]).readings).toEqual(known);
    expect(apply(known, [report(3, { level: 6 }, "status", "l")]).readings.status?.level?.[0]).toBe(6);
  });

  it("is two hundred readings, the newest", () => {
    const many = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${from + n}`, n]));
    const full = apply({}, [report(2, many(0, 100)), report(3, many(100, 100))]).readings;
    expect(Object.keys(full.status ?? {})).toHaveLength(200);
    const { status = {}, event = {} } = apply(full, [report(1, { old: 1 }), report(4, { new: 1 }, "event")]).readings;
    expect([Object.keys(status).length, "old" in status, "new" in event]).toEqual([199, false, true]);
    expect(Object.keys(status).filter((field) => Number(field.slice(1)) < 100)).toHaveLength(99);
  });

  it("is written for the types that were reported, and as a whole where old readings go", () => {
    const known: Readings = {
      status: { level: [5, at(3), "k"], speed: [1, at(3), "k"] },
      event: { code: [1, at(1), "k"] },
    };
    const some = apply(known, [report(4, { level: 6 })]);
    expect([some.written, some.isWhole]).toEqual([
      { status: { level: [6, at(4), "k"], speed: [1, at(3), "k"] } },
      false,
    ]);
    expect(some.readings).toEqual({ ...known, ...some.written });
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`f${n}`, n]));
    const full = apply(known, [report(5, many, "other")]);
    expect([full.written, full.isWhole]).toEqual([full.readings, true]);
    expect(full.readings.event).toBeUndefined();
  });

  it("has the newest value of a field over all types", () => {
    const readings: Readings = {
      a: { level: [1, at(1), "k"], text: ["x", at(1), "k"] },
      b: { level: [2, at(3), "k"] },
      c: { level: [3, at(2), "z"], ["__proto__"]: [4, at(1), "k"] },
    };
    expect(newest(readings, "level")).toBe(2);
    expect([newest(readings, "text"), newest(readings, "none"), newest(readings, "constructor")]).toEqual([
      "x",
      null,
      null,
    ]);
    expect([newestNumber(readings, "level"), newestNumber(readings, "text"), newestNumber(readings, "none")]).toEqual([
      2,
      null,
      null,
    ]);
  });
});

describe("an alert", () => {
  const low: Rule = { id: "low", rule: { field: "level", operator: "<", value: 15, endValue: 20 } };
  const open = (over: Partial<Episode> = {}): Episode => ({
    id: "episode",
    alertId: "low",
    startedAt: at(1),
    endedAt: null,
    value: 5,
    ...over,
  });

  it("begins once and ends once, with what was read then", () => {
    const reports = [10, 5, 18, 20, 30].map((level, n) => report(n, { level }));
    expect(apply({}, reports, [low]).changed).toEqual([
      { alertId: "low", startedAt: at(0), endedAt: at(3), value: 10 },
    ]);
    expect(
      apply({}, [report(0, { level: 10 }), report(1, { level: 20 }), report(2, { level: 9 })], [low]).changed,
    ).toEqual([
      { alertId: "low", startedAt: at(0), endedAt: at(1), value: 10 },
      { alertId: "low", startedAt: at(2), endedAt: null, value: 9 },
    ]);
    expect(apply({}, [report(0, { level: 15, other: 1 })], [low]).changed).toEqual([]);
  });

  it("began and ended when the device says, in whatever order its messages come together", () => {
    const reports = [report(0, { level: 10 }), report(3, { level: 25 })];
    for (const together of [reports, reports.toReversed()])
      expect(apply({}, together, [low]).changed).toEqual([
        { alertId: "low", startedAt: at(0), endedAt: at(3), value: 10 },
      ]);
  });

  it("that was open stays open, or ends, but not before it began", () => {
    expect(apply({}, [report(2, { level: 19 })], [low], [open()]).changed).toEqual([]);
    expect(apply({}, [report(2, { level: 20 })], [low], [open()]).changed).toEqual([open({ endedAt: at(2) })]);
    expect(apply({}, [report(2, { level: 20 })], [low], [open({ startedAt: at(5) })]).changed).toEqual([
      open({ startedAt: at(5), endedAt: at(5) }),
    ]);
    const other = open({ alertId: "other" });
    expect(apply({}, [report(2, { level: 5 })], [low], [other]).changed).toMatchObject([
      { alertId: "low", startedAt: at(2) },
    ]);
  });

  it("is moved by the newest reading only, of its type where it has one, else of any", () => {
    const known: Readings = { status: { level: [50, at(5), "k"] } };
    expect(apply(known, [report(4, { level: 5 })], [low]).changed).toEqual([]);
    // An older message of another type is no newer reading either.
    expect(apply(known, [report(4, { level: 5 }, "event")], [low]).changed).toEqual([]);
    expect(apply(known, [report(6, { level: 5 }, "event")], [low]).changed).toHaveLength(1);
    const ofEvents: Rule = { id: "events", rule: { ...low.rule, type: "event" } };
    expect(apply(known, [report(4, { level: 5 }, "event")], [ofEvents]).changed).toHaveLength(1);
    expect(apply(known, [report(6, { level: 5 })], [ofEvents]).changed).toEqual([]);
  });
});
