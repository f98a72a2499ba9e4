import { describe, expect, it } from "vitest";
import { isLong } from "@/db/testing/scale";
import { onClock } from "@/texts/clock";
import type { Recipient } from "../recipient/recipient-port.service";
import { mostTries, planOf, quietUntil, retryAt } from "./delivery-plan.rules";

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
  defaults: { pushNotifications: true, emailNotifications: true },
  withoutApps: [],
});
const due = (type: 1 | 2 | 3, isUrgent = false) => ({
  email: "a@b.test",
  keyPlatformTech: "RIDER_APP",
  type,
  isUrgent,
});

/** The first quarter of an hour from an instant on that is not within quiet hours, looked for one by one. */
function lookedFor(at: number, from: string, to: string, timeZone: string) {
  for (let next = at; ; next += 900_000) {
    const time = onClock(next, { timeZone }).slice(11, 16);
    if (!(from <= to ? time >= from && time < to : time >= from || time < to)) return next;
  }
}

describe("quiet hours", () => {
  it.each([
    ["2026-03-28T21:30:00Z", "22:00", "07:00", "2026-03-29T05:00:00Z"],
    ["2026-03-29T00:30:00Z", "01:00", "02:30", "2026-03-29T01:00:00Z"],
    ["2026-10-24T20:30:00Z", "22:00", "07:00", "2026-10-25T06:00:00Z"],
    ["2026-10-25T00:10:00Z", "01:00", "02:30", "2026-10-25T00:30:00Z"],
    ["2026-10-25T01:10:00Z", "01:00", "02:30", "2026-10-25T01:30:00Z"],
  ])("at %s in Paris, from %s to %s, end at %s", (at, from, to, end) =>
    expect(quietUntil(Date.parse(at), from, to, "Europe/Paris")).toBe(Date.parse(end)),
  );

  it("end when the clock says so, over each change of each zone in 2026 and 2027", () => {
    const hours = [
      ["22:00", "07:00"],
      ["01:00", "02:30"],
      ["23:30", "00:15"],
    ] as const;
    const zones = Intl.supportedValuesOf("timeZone");
    let looked = 0;
    const wrong = zones.flatMap((timeZone) => {
      const faults: string[] = [];
      const hourAt = (ms: number) => onClock(ms, { timeZone }).slice(11);
      let hour = hourAt(Date.parse("2026-01-01"));
      for (let day = Date.parse("2026-01-02"); day < Date.parse("2028-01-01"); day += 86_400_000) {
        const before = hour;
        hour = hourAt(day);
        if (hour === before) continue;
        for (const [from, to] of hours)
          for (let at = day - 86_400_000; at <= day; at += isLong ? 900_000 : 10_800_000) {
            const expected = lookedFor(at, from, to, timeZone);
            const until = quietUntil(at, from, to, timeZone) ?? at;
            looked++;
            // Where the clock goes back while they last, they go on over what it shows again of the time before them.
            const isRepeated = onClock(expected, { timeZone }) < onClock(at, { timeZone });
            if (until !== expected && !(isRepeated && until > expected))
              faults.push(`${timeZone} ${new Date(at).toISOString()} ${from} ${to}`);
          }
      }
      return faults;
    });
    expect(looked).toBeGreaterThan(5_000);
    expect(wrong).toEqual([]);
  }, 300_000);

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

  it("follows what the company prefers in an app in which the person chose nothing", () => {
    const off = { ...person(), optins: {}, defaults: { pushNotifications: false, emailNotifications: true } };
    expect([1, 3].map((type) => planOf(due(type as 1 | 3), off, at).kind)).toEqual(["send", "send"]);
    expect(planOf(due(2), off, at)).toEqual({ kind: "skip", reason: "company_off" });
    const noMail = { ...off, defaults: { pushNotifications: true, emailNotifications: false } };
    expect(planOf(due(3), noMail, at)).toEqual({ kind: "skip", reason: "company_off" });
    expect(planOf(due(3, true), noMail, at)).toEqual({ kind: "send" });
    const chosen = { ...noMail, optins: person({ quietFrom: "" }).optins };
    expect(planOf(due(3), chosen, at)).toEqual({ kind: "send" });
  });

  it("is not to an inbox of an app that the person does not have; a mail about it is", () => {
    const without = { ...person({ quietFrom: "" }), withoutApps: ["RIDER_APP"] };
    expect(planOf(due(1), without, at)).toEqual({ kind: "skip", reason: "no_app" });
    expect(planOf(due(3), without, at)).toEqual({ kind: "send" });
    expect(planOf({ ...due(1), keyPlatformTech: "OTHER" }, without, at)).toEqual({ kind: "send" });
  });

  it("gives people whom nobody knows mail alone", () => {
    expect(planOf(due(1), undefined, at)).toEqual({ kind: "skip", reason: "unknown_person" });
    expect(planOf(due(3), undefined, at)).toEqual({ kind: "send" });
  });
});

it("is tried again as the provider asks, else ever later, spread out and never later than an hour and a half", () => {
  expect(retryAt(0, 1, 7_000)).toBe(7_000);
  expect(retryAt(0, 1, undefined, 0)).toBe(3_000);
  expect(retryAt(0, 2, undefined, 0.999)).toBeLessThan(20_000);
  expect(retryAt(0, 30, undefined, 1)).toBe(37.5 * 60_000);
});

it("a message outlives an hour in which its provider refuses everything, whatever it asks for", () => {
  for (const afterMs of [undefined, 1_000, 30_000])
    for (const random of [0, 0.999]) {
      let now = 0;
      for (let tries = 1; tries < mostTries; tries++) now = retryAt(now, tries, afterMs, random);
      expect(now).toBeGreaterThan(3_600_000);
    }
});
