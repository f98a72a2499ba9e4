import { IconAlertTriangle } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { levelAlerts } from "../level-alerts/level-alert.resource";

export const alerts = resource("alerts", {
  one: "alert",
  many: "alerts",
  at: "/alerts",
  domain: "Devices",
  icon: IconAlertTriangle,
  may: { read: "alert.read", write: "alert.write" },
  audited: "alert",
  title: (record) => record.alertLabel,
  search: "alertLabel",
  words: {
    alertLabel: "Label",
    code: "Code",
    levelAlertId: ["Level", levelAlerts],
    topicAlert: "Topic",
    groupAlert: "Group",
    rule: "Rule",
    isActivated: "Switched on",
  },
  shown: { openCount: "Open on", missingLanguageIds: "Not translated into" },
});
