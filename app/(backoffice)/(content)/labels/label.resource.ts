import { IconFileImport, IconLanguage } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import type { Screen } from "@/components/kit/screen";
import { moduleNames } from "@/server/platform/product-name/product-name.rules";

export const labels = resource("labels", {
  one: "label",
  many: "interface labels",
  at: "/labels",
  icon: IconLanguage,
  may: { read: "label.read", write: "label.write" },
  audited: "label",
  title: (record) => record.name,
  search: "keyword",
  words: { name: "Name", moduleId: "Module", labelInterfacePage: "Page", description: "Description" },
  shown: {
    "module.label": { title: "Module", values: moduleNames },
    value: "Value",
    missingLanguageIds: "Missing translations",
    keyword: "Keyword",
    languageId: "Language",
    searchIn: "Shown",
  },
});

export const labelImport: Screen = {
  heading: "Import interface labels",
  at: "/labels/import",
  icon: IconFileImport,
  needs: labels.may.write,
  isUnlisted: true,
};
