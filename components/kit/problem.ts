import type { Problem } from "@/server/kit/call/errors";
import { t } from "@/texts/t";

/** What the server said was wrong; undefined where it did not answer at all. */
export function problemOf(error: unknown): Problem | undefined {
  const data = error instanceof Error ? (error as Error & { data?: { problem?: Problem } }).data : undefined;
  return data?.problem;
}

/** What happened, in words for people. */
export const messageOf = (error: unknown) =>
  problemOf(error)?.detail ?? t("Persdesk did not answer. Check your connection; nothing you typed is lost.");
