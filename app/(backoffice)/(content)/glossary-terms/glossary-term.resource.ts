import { IconBook2 } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const glossaryTerms = resource("glossaryTerms", {
  one: "glossary term",
  many: "glossary terms",
  at: "/glossary-terms",
  icon: IconBook2,
  may: { read: "language.read", write: "language.write" },
  audited: "glossary-term",
  title: (record) => record.term,
  search: "term",
  bulk: { isKept: "boolean" },
  words: { term: "Term", note: "Note", isKept: "Do not translate" },
  shown: { missingLanguageIds: "Missing translations" },
});
