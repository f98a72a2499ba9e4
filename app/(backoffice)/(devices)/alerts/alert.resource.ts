import { IconAlertTriangle } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { levelAlerts } from "../level-alerts/level-alert.resource";

export const alerts = resource("alerts", {
  one: "alert rule",
  many: "alert rules",
  at: "/alerts",
  icon: IconAlertTriangle,
  may: { read: "alert.read", write: "alert.write" },
  audited: "alert",
  title: (record) => record.name,
  search: "alertLabel",
  bulk: { levelAlertId: "word", topicAlert: "text", groupAlert: "text" },
  words: {
    alertLabel: "Name",
    code: "Code",
    levelAlertId: ["Level", levelAlerts],
    topicAlert: "Topic",
    groupAlert: "Group",
    rule: "Rule",
    minutesToReopen: "Minutes to reopen",
    isActivated: "Enabled",
  },
  shown: { name: "Name", openCount: "Open alerts", missingLanguageIds: "Missing translations" },
});
