import { IconChecklist } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { closeReasonWords, deskStatusWords } from "@/server/devices/alert-desk/alert-desk.rules";
import { companies } from "../../(companies)/companies/company.resource";
import { staff } from "../../(people)/staff/staff.resource";
import { alerts } from "../alerts/alert.resource";
import { firmwareVersions } from "../firmware-versions/firmware-version.resource";
import { levelAlerts } from "../level-alerts/level-alert.resource";
import { modelPers } from "../model-pers/model-pers.resource";

export const alertDesk = resource("alertDesk", {
  one: "alert",
  many: "alerts",
  heading: "Alert desk",
  at: "/alert-desk",
  icon: IconChecklist,
  may: { read: "pers-alert.read" },
  audited: "pers-alert",
  title: (row) => row.alert.name,
  search: "search",
  words: {},
  shown: {
    search: "Device, alert or company",
    levelAlertId: ["Level", levelAlerts],
    alertId: ["Rule", alerts],
    modelPERSId: ["Model", modelPers],
    firmwareVersionId: ["Firmware", firmwareVersions],
    companyId: ["Company", companies],
    "pers.nuSerialPersNumber": "PERS device",
    "alert.name": "Alert",
  },
  recorded: {
    deskStatus: { title: "State", values: deskStatusWords },
    assigneeId: ["Assigned to", staff],
    snoozedUntil: "Snoozed until",
    closeReason: { title: "Reason", values: closeReasonWords },
    closeNote: "Note",
    acknowledgedAt: "Acknowledged",
    closedAt: "Closed",
    closedById: ["Closed by", staff],
    dueAt: "Due",
  },
  verbs: {
    acknowledge: "acknowledged this",
    snooze: "snoozed this",
    close: "closed this",
    reopen: "reopened this",
    undo: "took the last action back",
  },
});
