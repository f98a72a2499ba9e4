/** How often a partner who does not answer is reminded. */
export const mostReminders = 3;
const pauseMs = 3 * 86_400_000;

interface Reminded {
  remindersCount: number;
  sentAt: string | null;
  lastRemindedAt: string | null;
}

/** Whether a reminder may go out at this moment: none within three days of the last mail, three in all. */
export function mayRemind({ remindersCount, sentAt, lastRemindedAt }: Reminded, now: number): boolean {
  const last = Math.max(Date.parse(sentAt ?? "") || 0, Date.parse(lastRemindedAt ?? "") || 0);
  return remindersCount < mostReminders && now - last >= pauseMs;
}

interface Standing {
  sentAt: string | null;
  openedAt: string | null;
  answeredAt: string | null;
  expiresAt: string | null;
  mailStatus: "pending" | "done" | "fail" | null;
}

type Word = "waiting" | "sent" | "delivered" | "failed" | "opened" | "expired" | "answered";

/** How far an invitation has come, in one word. */
export function standingOf({ sentAt, openedAt, answeredAt, expiresAt, mailStatus }: Standing, now: number): Word {
  if (answeredAt) return "answered";
  if (!sentAt) return "waiting";
  if (expiresAt && Date.parse(expiresAt) <= now) return "expired";
  if (openedAt) return "opened";
  if (mailStatus === "fail") return "failed";
  return mailStatus === "done" ? "delivered" : "sent";
}
