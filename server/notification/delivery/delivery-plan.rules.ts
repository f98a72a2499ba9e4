import { firstAtOrAfter, onClock } from "@/texts/clock";
import type { Recipient } from "../recipient/recipient-port.service";

/** A delivery as far as its plan asks. */
export interface Due {
  email: string;
  keyPlatformTech: string;
  type: 1 | 2 | 3;
  isUrgent: boolean;
}

export type Plan =
  | { kind: "send" }
  | { kind: "skip"; reason: string }
  | { kind: "defer"; until: number; reason: string };

const minuteMs = 60_000;
const dayMs = 86_400_000;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * When quiet hours end that are going on now; undefined outside of them. They may span midnight, and are of the person's
 * own zone.
 */
export function quietUntil(now: number, from: string, to: string, timeZone: string): number | undefined {
  const shown = onClock(now, { timeZone });
  const [begin, end, minute] = [minutesOf(from), minutesOf(to), minutesOf(shown.slice(11))];
  const isQuiet = begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end;
  if (!isQuiet) return undefined;
  const isTomorrow = minute >= end;
  const today = Date.parse(`${shown.slice(0, 10)}T00:00:00Z`);
  const wanted = today + (isTomorrow ? dayMs : 0) + end * minuteMs;
  const until = firstAtOrAfter(wanted, timeZone);
  if (until > now) return until;
  // Of an hour that comes twice the first is over: by the clock as it is now the second ends as much later.
  return Math.floor(now / 1000) * 1000 + wanted - Date.parse(`${shown}Z`);
}

/** What a company switches for people who chose nothing; the inbox is always theirs. */
const byCompany = { 2: "pushNotifications", 3: "emailNotifications" } as const;

const optin = { 1: "inAppNotifications", 2: "pushNotifications", 3: "emailNotifications" } as const;

/**
 * What becomes of a delivery that is due, by what its recipient wants in that app, or, where they chose nothing, by what
 * their company prefers. People whom nobody knows get mail alone, and nobody gets what only an app shows that they do not
 * have. Quiet hours hold back what makes a sound or fills a mailbox, not the inbox. Urgent messages wait for nothing, and an
 * urgent mail asks no opt-in, for it is about the account itself.
 */
export function planOf(due: Due, person: Recipient | undefined, now: number): Plan {
  if (!person) return due.type === 3 ? { kind: "send" } : { kind: "skip", reason: "unknown_person" };
  if (due.type === 1 && person.withoutApps.includes(due.keyPlatformTech)) return { kind: "skip", reason: "no_app" };
  const wants = person.optins[due.keyPlatformTech];
  if (due.isUrgent && due.type === 3) return { kind: "send" };
  if (!wants)
    return due.type === 1 || person.defaults[byCompany[due.type]]
      ? { kind: "send" }
      : { kind: "skip", reason: "company_off" };
  if (!wants[optin[due.type]]) return { kind: "skip", reason: "opted_out" };
  if (due.isUrgent || due.type === 1 || !wants.quietFrom || !wants.quietTo) return { kind: "send" };
  const until = quietUntil(now, wants.quietFrom, wants.quietTo, wants.timeZone);
  return until === undefined ? { kind: "send" } : { kind: "defer", until, reason: "quiet_hours" };
}

/** How often a message is tried before it counts as failed. */
export const mostTries = 8;
const longestPauseMs = 30 * minuteMs;

/**
 * When a message is tried again after its `tries`-th failure: ever later, spread out, and not before the provider asks for it.
 * All tries together take more than an hour, so that a provider may refuse everything for so long.
 */
export function retryAt(now: number, tries: number, afterMs = 0, random = Math.random()): number {
  return now + Math.max(afterMs, Math.min(longestPauseMs, 4 ** tries * 1000) * (0.75 + random / 2));
}
