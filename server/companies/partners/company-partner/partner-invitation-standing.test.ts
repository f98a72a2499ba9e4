import { expect, it } from "vitest";
import { AppError } from "@/server/kit/call/errors";
import { assertNoFault, difference, said } from "./partner-grant.rules";
import { mayRemind, mostReminders, standingOf } from "./partner-invitation.rules";

const now = Date.parse("2026-01-10T10:00:00.000Z");
const ago = (ms: number) => new Date(now - ms).toISOString();
const days = 86_400_000;

it("a partner is reminded three times, three days after the last mail at the earliest", () => {
  const never = { remindersCount: 0, sentAt: null, lastRemindedAt: null };
  expect(mayRemind(never, now)).toBe(true);
  expect(mayRemind({ ...never, sentAt: ago(3 * days) }, now)).toBe(true);
  expect(mayRemind({ ...never, sentAt: ago(3 * days - 1) }, now)).toBe(false);
  const reminded = { remindersCount: 2, sentAt: ago(30 * days), lastRemindedAt: ago(3 * days) };
  expect(mayRemind(reminded, now)).toBe(true);
  expect(mayRemind({ ...reminded, lastRemindedAt: ago(3 * days - 1) }, now)).toBe(false);
  // An invitation that was sent again counts as the last mail.
  expect(mayRemind({ ...reminded, sentAt: ago(days), lastRemindedAt: ago(20 * days) }, now)).toBe(false);
  expect(mayRemind({ ...reminded, remindersCount: 3 }, now)).toBe(false);
  expect(mostReminders).toBe(3);
});

it("an invitation stands where it has come to", () => {
  const waiting = { sentAt: null, openedAt: null, answeredAt: null, expiresAt: null, mailStatus: null };
  const sent = { ...waiting, sentAt: ago(2 * days), expiresAt: ago(-days) };
  const opened = { ...sent, openedAt: ago(days) };
  expect(standingOf(waiting, now)).toBe("waiting");
  expect(standingOf({ ...waiting, openedAt: ago(1), mailStatus: "done", expiresAt: ago(1) }, now)).toBe("waiting");
  expect(standingOf(sent, now)).toBe("sent");
  expect(standingOf({ ...sent, mailStatus: "pending" }, now)).toBe("sent");
  expect(standingOf({ ...sent, expiresAt: null }, now)).toBe("sent");
  expect(standingOf({ ...sent, mailStatus: "done" }, now)).toBe("delivered");
  expect(standingOf({ ...sent, mailStatus: "fail" }, now)).toBe("failed");
  expect(standingOf({ ...opened, mailStatus: "fail" }, now)).toBe("opened");
  expect(standingOf({ ...opened, expiresAt: ago(0) }, now)).toBe("expired");
  expect(standingOf({ ...opened, expiresAt: ago(-1) }, now)).toBe("opened");
  expect(standingOf({ ...opened, expiresAt: ago(days), answeredAt: ago(1) }, now)).toBe("answered");
  expect(standingOf({ ...waiting, answeredAt: ago(1) }, now)).toBe("answered");
});

it("a body of ids is refused with each that is wrong, and as unknown where one is", () => {
  const check = (ids: string[]) => {
    try {
      assertNoFault(
        ids,
        "persIds",
        (id, index) => (id === "fine" ? undefined : `${id} at ${index}`),
        (id) => id === "unknown",
      );
      return undefined;
    } catch (error) {
      return error instanceof AppError ? [error.code, error.message, error.errors] : error;
    }
  };
  expect(check(["fine", "fine"])).toBeUndefined();
  expect(check([])).toBeUndefined();
  const wrong = { path: "persIds.1", message: "wrong at 1" };
  expect(check(["fine", "wrong"])).toEqual(["rule_broken", "wrong at 1", [wrong]]);
  expect(check(["fine", "wrong", "unknown"])).toEqual([
    "unknown_reference",
    "wrong at 1",
    [wrong, { path: "persIds.2", message: "unknown at 2" }],
  ]);
});

it("what was given and taken is told by its names", () => {
  const names = new Map([["a", "First"]]);
  expect(said(names, "PERS", ["a", "b"], ["c"])).toEqual({
    "PERS First": [false, true],
    "PERS b": [false, true],
    "PERS c": [true, false],
  });
  expect(difference(["a", "b"], ["b", "c"])).toEqual(["a"]);
});
