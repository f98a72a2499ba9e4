import type { Fixed } from "@/components/kit/list/url";
import { dayOnClock } from "@/texts/clock";

/** The views of the queue, by their names in the address. */
export const deskViews = {
  all: "All open",
  mine: "Mine",
  nobodys: "Nobody's",
  overdue: "Overdue",
  snoozed: "Snoozed",
  closed: "Closed today",
} as const;

export type DeskView = keyof typeof deskViews;

export const viewIn = (name: string | null): DeskView =>
  name !== null && Object.hasOwn(deskViews, name) ? (name as DeskView) : "all"; // as the check says

/** What a view asks for, beside the filters that the person chose. */
export function fixedOf(view: DeskView, isStaff: boolean): Fixed & { where: Record<string, string | boolean> } {
  if (view === "closed")
    return {
      where: { needsWork: false, closedFrom: dayOnClock(Date.now()) },
      sort: isStaff ? "closedAt:desc" : "createdAt:desc",
    };
  if (view === "snoozed") return { where: { deskStatus: "snoozed" } };
  if (view === "overdue") return { where: { isOverdue: true } };
  if (view === "mine") return { where: { isAsleep: false, assigneeId: "me" } };
  if (view === "nobodys") return { where: { isAsleep: false, assigneeId: "none" } };
  return { where: { needsWork: true } };
}
