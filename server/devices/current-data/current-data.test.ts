import { describe, expect, it } from "vitest";
import type { Reading } from "@/db/schema/alerts";
import { applyReports, newest, newestNumber } from "./current-data.rules";

const at = (second: number) => `2026-03-10T12:00:${String(second).padStart(2, "0")}.000Z`;
const report = (second: number, key: string, readings: [string, Reading][], type = "status") => ({
  type,
  sentAt: at(second),
  key,
  readings,
});
const knownBy = (...reports: ReturnType<typeof report>[]) => applyReports({}, reports, new Map(), []).readings;

describe("what is known of a device", () => {
  it("is the newest reading of each type and field, in whatever order they come, at once or one by one", () => {
    const [old, young] = [report(1, "a", [["speed", 10]]), report(2, "a", [["speed", 20]])];
    const known = { status: { speed: [20, at(2), "a"] } };
    for (const order of [
      [old, young],
      [young, old],
    ]) {
      expect(knownBy(...order)).toEqual(known);
      const [first, second] = order.map((one) => [one]);
      const before = applyReports({}, first ?? [], new Map(), []).readings;
      expect(applyReports(before, second ?? [], new Map(), []).readings).toEqual(known);
    }
  });

  it("is of two sent in the same millisecond the one with the greater key, and of the same message itself", () => {
    const known = knownBy(report(1, "b", [["speed", 2]]), report(1, "a", [["speed", 1]]));
    expect(known).toEqual({ status: { speed: [2, at(1), "b"] } });
    expect(applyReports(known, [report(1, "b", [["speed", 3]])], new Map(), []).readings).toEqual(known);
  });

  it("is found over all types", () => {
    const known = knownBy(report(3, "a", [["level", 30]], "status"), report(2, "a", [["level", 20]], "alarm"));
    expect([newest(known, "level"), newestNumber(known, "level")]).toEqual([30, 30]);
    expect([newest(known, "speed"), newest(known, "constructor")]).toEqual([null, null]);
    expect(newestNumber(knownBy(report(1, "a", [["level", "high"]])), "level")).toBeNull();
  });

  it("is two hundred readings at most, without the oldest", () => {
    const fields = Array.from({ length: 200 }, (_, n): [string, Reading] => [`f${n}`, n]);
    const known = knownBy(report(1, "a", fields), report(2, "a", [["f0", 1]]), report(3, "a", [["one more", 1]]));
    const { status = {} } = known;
    expect(Object.keys(status)).toHaveLength(200);
    expect(["f0", "f1", "f2", "one more"].map((field) => field in status)).toEqual([true, false, true, true]);
  });
});
