import { IconLanguage } from "@tabler/icons-react";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { resource } from "@/components/kit/resource";
import { notificationTemplates } from "../notification-templates/notification-template.resource";

export const notificationTemplateContents = resource("notificationTemplateContents", {
  one: "template text",
  many: "template texts",
  at: "/notification-template-contents",
  icon: IconLanguage,
  may: { read: "notification-template.read", write: "notification-template.write" },
  audited: "notification-template-content",
  title: (record) => record.notificationTitle,
  search: "notificationTitle",
  words: {
    noticationTemplateId: ["Template", notificationTemplates],
    languageId: ["Language", languages],
    notificationTitle: "Title",
    notificationContent: "Text",
  },
  shown: { missingTokens: "Unused tokens" },
});
