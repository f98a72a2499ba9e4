import { IconUrgent } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const levelAlerts = resource("levelAlerts", {
  one: "alert level",
  many: "alert levels",
  at: "/level-alerts",
  icon: IconUrgent,
  may: { read: "alert.read", write: "alert.write" },
  audited: "level-alert",
  title: (record) => record.name,
  search: "label",
  bulk: { minutesToAcknowledge: "number", minutesToClose: "number" },
  words: {
    label: "Name",
    color: "Colour",
    rank: "Rank",
    minutesToAcknowledge: "Minutes to acknowledge",
    minutesToClose: "Minutes to close",
  },
  shown: { name: "Name", alertsCount: "Alerts", missingLanguageIds: "Missing translations" },
});
