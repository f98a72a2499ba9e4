import type { Tone } from "@/components/kit/sheet/sentence";
import { relativeTime } from "@/components/ui/time";
import { measured } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";

interface Ridden {
  pers: object | null;
  lastMessageAt: string | null;
  batteryLevel: number | null;
  openAlerts: number;
}

interface Person {
  status: "pending" | "active" | "disabled";
  lastLoginAt: string | null;
}

/** How the device of the vehicle is that somebody rides. @param now ms */
export const rideClauses = ({ pers, lastMessageAt, batteryLevel, openAlerts }: Ridden, now: number): string[] => {
  if (!pers) return [];
  return [
    lastMessageAt === null
      ? t("its device was never heard")
      : t("its device was heard {when}", { when: relativeTime(lastMessageAt, now) }),
    ...(batteryLevel === null ? [] : [t("battery {level}", { level: measured(batteryLevel, "%", 0) })]),
    ...(openAlerts === 0
      ? []
      : [t("{count, plural, one {# open alert} other {# open alerts}}", { count: openAlerts })]),
  ];
};

/** Whether somebody uses their account, within a sentence. @param now ms */
export function accountClause({ status, lastLoginAt }: Person, now: number): string {
  if (status === "pending") return t("invited and not signed in yet");
  if (status === "disabled") return t("account disabled");
  return lastLoginAt === null
    ? t("never signed in")
    : t("last signed in {when}", { when: relativeTime(lastLoginAt, now) });
}

export const personTone = ({ status }: Person, ride: Ridden | null): Tone => {
  if (status !== "active") return "quiet";
  return ride && ride.openAlerts > 0 ? "warn" : "ok";
};
