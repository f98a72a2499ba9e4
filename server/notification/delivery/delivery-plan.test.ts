import { describe, expect, it } from "vitest";
import type { Recipient } from "../recipient/recipient-port.service";
import { planOf, quietUntil, retryAt } from "./delivery-plan.rules";

const at = Date.parse("2026-03-10T21:30:00Z");
const optin = {
  languageId: null,
  timeZone: "Europe/Paris",
  inAppNotifications: true,
  pushNotifications: true,
  emailNotifications: true,
  quietFrom: "22:00",
  quietTo: "07:00",
};
const person = (changes: Partial<typeof optin> = {}): Recipient => ({
  email: "a@b.test",
  languageId: null,
  optins: { RIDER_APP: { ...optin, ...changes } },
});
const due = (type: 1 | 2 | 3, isUrgent = false) => ({
  email: "a@b.test",
  keyPlatformTech: "RIDER_APP",
  type,
  isUrgent,
});

describe("quiet hours", () => {
  it("are of the person's own zone and may span midnight", () => {
    expect(quietUntil(at, "22:00", "07:00", "Europe/Paris")).toBe(Date.parse("2026-03-11T06:00:00Z"));
    expect(quietUntil(at, "22:00", "07:00", "UTC")).toBeUndefined();
    expect(quietUntil(at, "12:00", "14:00", "Europe/Paris")).toBeUndefined();
    expect(quietUntil(at, "22:15", "22:45", "Europe/Paris")).toBe(Date.parse("2026-03-10T21:45:00Z"));
  });

  it("begin with their first minute and are over with the minute of their end", () => {
    const until = (time: string, from: string, to: string) =>
      quietUntil(Date.parse(`2026-03-10T${time}Z`), from, to, "UTC");
    for (const [from, to] of [
      ["13:00", "14:00"],
      ["13:00", "07:00"],
    ] as const) {
      const end = Date.parse(`2026-03-${to < from ? 11 : 10}T${to}:00Z`);
      expect([until("12:59:59.999", from, to), until("13:00:00.000", from, to)]).toEqual([undefined, end]);
      const last = Date.parse(`2026-03-10T${to}:00Z`) - 1;
      expect(quietUntil(last, from, to, "UTC")).toBe(last + 1);
      expect(quietUntil(last + 1, from, to, "UTC")).toBeUndefined();
    }
    expect(until("13:00:00", "13:00", "13:00")).toBeUndefined();
  });
});

describe("what becomes of a delivery", () => {
  it("waits for the end of quiet hours where it makes a sound or fills a mailbox, unless it is urgent", () => {
    expect(planOf(due(2), person(), at)).toMatchObject({ kind: "defer", reason: "quiet_hours" });
    expect(planOf(due(3), person(), at)).toMatchObject({ kind: "defer" });
    expect(planOf(due(1), person(), at)).toEqual({ kind: "send" });
    expect(planOf(due(2, true), person(), at)).toEqual({ kind: "send" });
  });

  it("follows what the person wants in that app, by way", () => {
    const off = { inAppNotifications: false, pushNotifications: false, emailNotifications: false, quietFrom: "" };
    for (const type of [1, 2, 3] as const) {
      expect(planOf(due(type), person(off), at)).toEqual({ kind: "skip", reason: "opted_out" });
      expect(planOf({ ...due(type), keyPlatformTech: "OTHER" }, person(off), at)).toEqual({ kind: "send" });
    }
    expect(planOf(due(3, true), person(off), at)).toEqual({ kind: "send" }); // security mails cannot be unsubscribed
    expect(planOf(due(2, true), person(off), at)).toEqual({ kind: "skip", reason: "opted_out" });
  });

  it("gives people whom nobody knows mail alone", () => {
    expect(planOf(due(1), undefined, at)).toEqual({ kind: "skip", reason: "unknown_person" });
    expect(planOf(due(3), undefined, at)).toEqual({ kind: "send" });
  });
});

it("is tried again as the provider asks, else ever later, spread out and never later than an hour and a half", () => {
  expect(retryAt(0, 1, 7_000)).toBe(7_000);
  expect(retryAt(0, 1, undefined, 0)).toBe(1_000);
  expect(retryAt(0, 4, undefined, 0.999)).toBeLessThan(24_000);
  expect(retryAt(0, 30, undefined, 1)).toBe(90 * 60_000);
});
