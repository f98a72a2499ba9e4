import { IconHelpSquareRounded } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const helpDeskButtons = resource("helpDeskButtons", {
  one: "help-desk button",
  many: "help-desk buttons",
  at: "/help-desk-buttons",
  icon: IconHelpSquareRounded,
  may: { read: "help-desk-button.read", write: "help-desk-button.write" },
  audited: "help-desk-button",
  title: (record) => record.topic,
  search: "topic",
  bulk: { topic: "text", groupName: "word", isActivated: "boolean" },
  words: {
    topic: "Topic",
    groupName: {
      title: "Group",
      values: { Documentation: "Documentation", "Contact Partner": "Contact Partner" },
    },
    isActivated: "On",
    icon: "Icon",
    link: "Link",
    rank: "Place",
  },
  shown: { missingLanguageIds: "Missing translations" },
  verbs: { reorder: "moved this" },
});
