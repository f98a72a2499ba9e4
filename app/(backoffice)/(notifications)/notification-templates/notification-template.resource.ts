import { IconTemplate } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const notificationTemplates = resource("notificationTemplates", {
  one: "notification template",
  many: "notification templates",
  at: "/notification-templates",
  icon: IconTemplate,
  may: { read: "notification-template.read", write: "notification-template.write" },
  audited: "notification-template",
  title: (record) => record.labelNotificationTemplate,
  search: "labelNotificationTemplate",
  words: {
    keyNotificationTemplate: "Key",
    labelNotificationTemplate: "Label",
    isPublic: "Public",
    isActivated: "On",
  },
  shown: { isUrgent: "Urgent", "platformTechs.label": "App", platformTechs: "Apps" },
  recorded: { isUrgent: "Urgent" },
});
