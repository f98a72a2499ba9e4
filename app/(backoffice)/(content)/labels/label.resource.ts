import { IconLanguage } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const labels = resource("labels", {
  one: "label",
  many: "interface labels",
  at: "/labels",
  domain: "Content",
  icon: IconLanguage,
  may: { read: "label.read", write: "label.write" },
  audited: "label",
  title: (record) => record.name,
  search: "keyword",
  words: { name: "Name", moduleId: "Module", labelInterfacePage: "Page", description: "Description" },
  shown: { keyword: "Keyword", languageId: "Language", searchIn: "Shown" },
});
