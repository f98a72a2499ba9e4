import { IconHelpHexagon } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const faqs = resource("faqs", {
  one: "section of the FAQ",
  many: "sections of the FAQ",
  heading: "FAQ",
  at: "/faqs",
  icon: IconHelpHexagon,
  may: { read: "faq.read", write: "faq.write" },
  audited: "faq",
  title: (record) => record.name,
  search: "name",
  bulk: { topic: "text" },
  words: { name: "Name", topic: "Topic", rank: "Place" },
  shown: { contents: "Questions", missingLanguageIds: "Missing translations" },
  verbs: { reorder: "moved this", "edit-content": "edited the questions of this" },
});
