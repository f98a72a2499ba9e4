// The work on an alert: which action may follow which state, and when it is due (ADR 136).

export const deskStatusWords = {
  new: "New",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  closed: "Closed",
} as const;

export const closeReasonWords = {
  resolved: "Resolved",
  false_alarm: "False alarm",
  defect: "Defect",
  duplicate: "Duplicate",
  other: "Other",
} as const;

export type DeskStatus = keyof typeof deskStatusWords;
export type CloseReason = keyof typeof closeReasonWords;

/** From which states each action may be done. */
export const deskActions = {
  acknowledge: ["new", "snoozed"],
  assign: ["new", "acknowledged", "snoozed"],
  snooze: ["new", "acknowledged", "snoozed"],
  close: ["new", "acknowledged", "snoozed"],
  reopen: ["closed"],
} as const satisfies Record<string, readonly DeskStatus[]>;

export type DeskAction = keyof typeof deskActions;

export const mayFollow = (action: DeskAction, status: DeskStatus) =>
  (deskActions[action] as readonly DeskStatus[]).includes(status);

export interface Work {
  deskStatus: DeskStatus;
  acknowledgedAt: string | null;
  snoozedUntil: string | null;
}

/** What an alert returns to when it is woken or reopened. */
export const restedIn = ({ acknowledgedAt }: Pick<Work, "acknowledgedAt">): DeskStatus =>
  acknowledgedAt === null ? "new" : "acknowledged";

/** The state at a moment: a snooze that is over is none. @param now ms */
export function statusAt(work: Work, now: number): DeskStatus {
  const { deskStatus, snoozedUntil } = work;
  if (deskStatus !== "snoozed") return deskStatus;
  return snoozedUntil !== null && Date.parse(snoozedUntil) > now ? "snoozed" : restedIn(work);
}

/** The minutes of a level; null where nothing is due. */
export interface Minutes {
  minutesToAcknowledge: number | null;
  minutesToClose: number | null;
}

/**
 * When the next step is due: acknowledging what nobody has, closing what somebody has; not before a snooze is over. Null
 * where the level has no minutes, and for what is closed.
 */
export function dueAt(work: Work & { createdAt: string }, level: Minutes): string | null {
  if (work.deskStatus === "closed") return null;
  const minutes = restedIn(work) === "new" ? level.minutesToAcknowledge : level.minutesToClose;
  if (minutes === null) return null;
  const due = new Date(Date.parse(work.createdAt) + minutes * 60_000).toISOString();
  const until = work.deskStatus === "snoozed" ? work.snoozedUntil : null;
  return until !== null && Date.parse(until) > Date.parse(due) ? until : due;
}

/** A snooze lasts from one minute to thirty days. @param now ms */
export function isSnooze(until: string, now: number) {
  const length = Date.parse(until) - now;
  return length >= 60_000 && length <= 30 * 86_400_000;
}

/** For so long an action can be taken back, in ms: ten seconds for people, and the way to the server. */
export const undoFor = 20_000;

/** So many overdue alerts are counted; one more stands for any number. */
export const mostCounted = 1000;
