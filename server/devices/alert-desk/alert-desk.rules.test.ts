import { describe, expect, it } from "vitest";
import { closeReasons, deskStatuses } from "@/db/schema/alerts";
import {
  closeReasonWords,
  type DeskAction,
  deskActions,
  deskStatusWords,
  dueAt,
  isSnooze,
  mayFollow,
  statusAt,
} from "./alert-desk.rules";

const now = Date.parse("2026-11-25T12:00:00.000Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const work = { deskStatus: "new", acknowledgedAt: null, snoozedUntil: null, createdAt: at(0) } as const;
const level = { minutesToAcknowledge: 15, minutesToClose: 240 };

describe("the work on an alert", () => {
  it("has words for what the table may hold", () => {
    expect([Object.keys(deskStatusWords), Object.keys(closeReasonWords)]).toEqual([deskStatuses, closeReasons]);
  });

  it("allows each action from its states only", () => {
    const allowed = (Object.keys(deskActions) as DeskAction[]).map((action) => [
      action,
      deskStatuses.filter((status) => mayFollow(action, status)).join(" "),
    ]);
    expect(Object.fromEntries(allowed)).toEqual({
      acknowledge: "new snoozed",
      assign: "new acknowledged snoozed",
      snooze: "new acknowledged snoozed",
      close: "new acknowledged snoozed",
      reopen: "closed",
    });
  });

  it("wakes when its snooze is over, as what it was", () => {
    const snoozed = { ...work, deskStatus: "snoozed", snoozedUntil: at(10) } as const;
    expect(statusAt(snoozed, now)).toBe("snoozed");
    expect(statusAt(snoozed, now + 600_000)).toBe("new");
    expect(statusAt({ ...snoozed, acknowledgedAt: at(1) }, now + 600_000)).toBe("acknowledged");
  });

  it("is due by its level, from when we learnt of it", () => {
    expect(dueAt(work, level)).toBe(at(15));
    expect(dueAt({ ...work, deskStatus: "acknowledged", acknowledgedAt: at(5) }, level)).toBe(at(240));
    expect(dueAt(work, { minutesToAcknowledge: null, minutesToClose: 240 })).toBeNull();
    expect(dueAt({ ...work, deskStatus: "closed", acknowledgedAt: at(5) }, level)).toBeNull();
  });

  it("is not due while it is snoozed", () => {
    const snoozed = { ...work, deskStatus: "snoozed" } as const;
    expect(dueAt({ ...snoozed, snoozedUntil: at(60) }, level)).toBe(at(60));
    expect(dueAt({ ...snoozed, snoozedUntil: at(5) }, level)).toBe(at(15));
  });

  it("is snoozed for a minute to thirty days", () => {
    expect([0.9, 1, 30 * 1440, 30 * 1440 + 1].map((minutes) => isSnooze(at(minutes), now))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
