"use client";

import { relativeTime } from "@/components/ui/time";
import { Status, type Tone } from "@/components/ui/value";
import { type DeskStatus, deskStatusWords } from "@/server/devices/alert-desk/alert-desk.rules";
import { t } from "@/texts/t";
import styles from "./alert-desk.module.css";
import type { DeskAlert } from "./alert-place.part";

const tones: Record<DeskStatus, Tone> = { new: "info", acknowledged: "warn", snoozed: "quiet", closed: "ok" };

export const DeskState = ({ status }: { status: DeskStatus }) => (
  <Status tone={tones[status]}>{t(deskStatusWords[status])}</Status>
);

/** When it is due, in words; bad once that is past. */
export function Due({ alert: { dueAt } }: { alert: DeskAlert }) {
  if (dueAt === null) return null;
  const isLate = Date.parse(dueAt) < Date.now();
  return (
    <time className={styles.due} data-late={isLate || undefined} dateTime={dueAt} suppressHydrationWarning>
      {t("due {when}", { when: relativeTime(dueAt) })}
    </time>
  );
}
