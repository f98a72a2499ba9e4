import { plannedTime } from "@/components/ui/time";
import { type CloseReason, closeReasonWords, type DeskAction } from "@/server/devices/alert-desk/alert-desk.rules";
import { t } from "@/texts/t";
import type { DeskAlert } from "./alert-place.part";

/** An action with what it takes. */
export type Deed =
  | { action: "acknowledge" | "reopen" }
  | { action: "assign"; userId: string | null }
  | { action: "snooze"; until: string }
  | { action: "close"; reason: CloseReason; note?: string };

/** How an alert stands, in sentences, for who finds it changed. */
export function standing({ deskStatus, assignee, closedBy, closeReason, snoozedUntil, endedAt }: DeskAlert): string {
  const who = assignee ? t("It is with {name}.", { name: assignee.name }) : t("Nobody has it.");
  if (deskStatus === "closed") {
    const reason = closeReason ? t(closeReasonWords[closeReason]) : "";
    return closedBy ? t("{name} closed it: {reason}.", { name: closedBy.name, reason }) : t("It is closed.");
  }
  if (deskStatus === "snoozed" && snoozedUntil)
    return `${t("It is snoozed until {until}.", { until: plannedTime(snoozedUntil) })} ${who}`;
  const state = deskStatus === "acknowledged" ? t("It is acknowledged.") : t("It is new.");
  return endedAt ? `${state} ${who} ${t("Its rule ended it.")}` : `${state} ${who}`;
}

/** What was done, said of one alert or of many. */
export const done: Record<DeskAction, string> = {
  acknowledge: "{count, plural, one {{name} acknowledged} other {# alerts acknowledged}}",
  assign: "{count, plural, one {{name} assigned} other {# alerts assigned}}",
  snooze: "{count, plural, one {{name} snoozed} other {# alerts snoozed}}",
  close: "{count, plural, one {{name} closed} other {# alerts closed}}",
  reopen: "{count, plural, one {{name} reopened} other {# alerts reopened}}",
};
