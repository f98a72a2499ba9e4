import { describe, expect, it } from "vitest";
import type { AlertRule, Reading } from "@/db/schema/alerts";
import { isOn, isOrdered, operators, ruleFaults, ruleText } from "./alert.rules";

const rule = (operator: AlertRule["operator"], value: Reading, more: Partial<AlertRule> = {}): AlertRule => ({
  field: "level",
  operator,
  value,
  ...more,
});

describe("a rule", () => {
  it("is on by its operator, at its value, below and above it", () => {
    const on = (operator: AlertRule["operator"]) => [4, 5, 6].map((reading) => isOn(rule(operator, 5), reading, false));
    expect(Object.fromEntries(operators.map((operator) => [operator, on(operator)]))).toEqual({
      "<": [true, false, false],
      "<=": [true, true, false],
      ">": [false, false, true],
      ">=": [false, true, true],
      "=": [false, true, false],
      "!=": [true, false, true],
    });
    expect(operators.filter(isOrdered)).toEqual(["<", "<=", ">", ">="]);
  });

  it("that was on ends at its end value, where it has one", () => {
    const low = rule("<", 15, { endValue: 20 });
    expect([14, 15, 19, 20].map((reading) => isOn(low, reading, true))).toEqual([true, true, true, false]);
    expect([14, 15].map((reading) => isOn(low, reading, false))).toEqual([true, false]);
    expect([14, 15].map((reading) => isOn(rule("<", 15), reading, true))).toEqual([true, false]);
    expect([14, 15].map((reading) => isOn(rule("<", 15, { endValue: null }), reading, true))).toEqual([true, false]);
  });

  it("stays as it was where a reading cannot be compared", () => {
    for (const wasOn of [true, false]) {
      expect(isOn(rule("<", 15), "5", wasOn)).toBe(wasOn);
      expect(isOn(rule("<", "15"), 5, wasOn)).toBe(wasOn);
      expect(isOn(rule("=", "on"), "on", wasOn)).toBe(true);
      expect(isOn(rule("=", "5"), 5, wasOn)).toBe(false);
    }
  });

  it("is told as a sentence", () => {
    expect(ruleText(rule("<", 1500))).toBe("Level falls below 1,500");
    expect(ruleText(rule(">=", 15, { endValue: 0 }))).toBe("Level is at least 15, ends at 0");
    expect(ruleText(rule("=", true, { endValue: null, type: "status" }))).toBe("Level: yes in status messages");
    expect(ruleText(rule("!=", "open"))).toBe("Level is not open");
    expect(ruleText({ ...rule("<", 15, { endValue: 20 }), field: "batteryLevel" })).toBe(
      "Battery falls below 15 %, ends at 20 %",
    );
    expect(ruleText(rule("<=", 5))).toBe("Level is at most 5");
    expect(ruleText(rule(">", 5))).toBe("Level rises above 5");
  });

  it("is wrong with an end on the wrong side, or nothing to compare with", () => {
    const fault = (...given: Parameters<typeof rule>) => ruleFaults(rule(...given)).map(({ path }) => path);
    for (const endValue of [undefined, null, 5, 6]) expect(fault("<", 5, { endValue })).toEqual([]);
    expect(fault("<=", 5, { endValue: 4 })).toEqual(["endValue"]);
    for (const endValue of [undefined, null, 5, 4]) expect(fault(">", 5, { endValue })).toEqual([]);
    expect(ruleFaults(rule(">=", 5, { endValue: 6 }))).toEqual([
      { path: "endValue", message: "It ends at or below the value it begins at." },
    ]);
    expect(ruleFaults(rule("<", 5, { endValue: 4 }))[0]?.message).toBe("It ends at or above the value it begins at.");
    expect(ruleFaults(rule("<", "5"))).toEqual([{ path: "value", message: "Give a number to compare with <." }]);
    expect(fault("=", "on", { endValue: null })).toEqual([]);
    expect(fault("!=", "on")).toEqual([]);
    expect(ruleFaults(rule("=", "on", { endValue: 0 }))).toEqual([
      { path: "endValue", message: "Only <, <=, > and >= have an end value." },
    ]);
  });
});
