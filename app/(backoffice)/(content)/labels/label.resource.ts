import { IconLanguage } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { textImportOf, textShown, textWords } from "../_screens/text.words";

export const labels = resource("labels", {
  one: "label",
  many: "interface labels",
  at: "/labels",
  icon: IconLanguage,
  may: { read: "label.read", write: "label.write" },
  audited: "label",
  title: (record) => record.name,
  search: "keyword",
  words: { ...textWords, labelInterfacePage: "Page" },
  shown: { ...textShown, searchIn: "Shown" },
});

export const labelImport = textImportOf(labels, "Import interface labels");
