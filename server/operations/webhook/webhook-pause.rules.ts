import { webhookEvents } from "@/server/kit/record/webhook-event.rules";

/** Why a webhook gets nothing although it is turned on. */
export const webhookPauseWords = {
  nobody: "Nobody answers for it.",
  disabled: "The account of the person who answers for it is not active.",
  rights: "The person who answers for it may no longer see what its events are about.",
} as const;
export type WebhookPause = keyof typeof webhookPauseWords;

/**
 * Why this webhook pauses: its owner must hold the rights that its events need, at every moment. Null where
 * they do.
 * @param owner undefined where there is nobody
 */
export function pauseOf(
  events: readonly string[],
  owner: { isActive: boolean; permissions: ReadonlySet<string> } | undefined,
): WebhookPause | null {
  if (!owner) return "nobody";
  if (!owner.isActive) return "disabled";
  const needs = Object.entries(webhookEvents).flatMap(([code, one]) => (events.includes(code) ? [one.needs] : []));
  return needs.every((right) => owner.permissions.has(right)) ? null : "rights";
}
