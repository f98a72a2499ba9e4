import { IconBook2 } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const documentations = resource("documentations", {
  one: "documentation",
  many: "documentations",
  heading: "Documentation",
  at: "/documentations",
  icon: IconBook2,
  may: { read: "documentation.read", write: "documentation.write" },
  audited: "documentation",
  title: (record) => record.name,
  search: "name",
  bulk: { isActivated: "boolean" },
  words: { name: "Name", isActivated: "On" },
  shown: { contents: "Documents", missingLanguageIds: "Missing translations" },
  verbs: { "edit-content": "edited the documents of this" },
});
