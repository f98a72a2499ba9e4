import { IconChecklist } from "@tabler/icons-react";
import { portalUsers } from "@/app/(backoffice)/(people)/portal-users/portal-user.resource";
import { type RecordName, type Resource, resource, type Word } from "@/components/kit/resource";
import { closeReasonWords, deskStatusWords } from "@/server/devices/alert-desk/alert-desk.rules";

export const workVerbs = {
  acknowledge: "acknowledged this",
  snooze: "snoozed this",
  close: "closed this",
  reopen: "reopened this",
  undo: "took the last action back",
};

/** What is recorded of the work on an alert. @param people those of the party whose work it is */
export const workWords = (people: Resource<RecordName>): Record<string, Word> => ({
  deskStatus: { title: "State", values: deskStatusWords },
  assigneeId: ["Assigned to", people],
  snoozedUntil: "Snoozed until",
  closeReason: { title: "Reason", values: closeReasonWords },
  closeNote: "Note",
  acknowledgedAt: "Acknowledged",
  closedAt: "Closed",
  closedById: ["Closed by", people],
  dueAt: "Due",
});

/** The work of companies on alerts, as the audit trail names it. */
export const companyAlertWork = resource("fleetAlerts", {
  one: "alert",
  many: "alerts",
  at: "/companies",
  icon: IconChecklist,
  may: { read: "pers-alert.read" },
  audited: "company-pers-alert",
  title: (row) => row.alert.name,
  search: "search",
  words: {},
  recorded: workWords(portalUsers),
  verbs: workVerbs,
  create: false,
});
