import { IconMessageQuestion } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const mostFrequentQuestions = resource("mostFrequentQuestions", {
  one: "most frequent question",
  many: "most frequent questions",
  at: "/most-frequent-questions",
  icon: IconMessageQuestion,
  may: { read: "most-frequent-question.read", write: "most-frequent-question.write" },
  audited: "most-frequent-question",
  title: (record) => record.name,
  search: "name",
  bulk: { idStatus: "number" },
  words: { name: "Name", idStatus: { title: "Status", values: { 0: "Off", 1: "On" } }, rank: "Place" },
  shown: { missingLanguageIds: "Missing translations" },
  verbs: { reorder: "moved this" },
});
