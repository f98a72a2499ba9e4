import { IconFileImport, IconTypography } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import type { Screen } from "@/components/kit/screen";
import { moduleNames } from "@/server/platform/product-name/product-name.rules";

export const formattedTexts = resource("formattedTexts", {
  one: "formatted text",
  many: "formatted texts",
  at: "/formatted-texts",
  icon: IconTypography,
  may: { read: "formatted-text.read", write: "formatted-text.write" },
  audited: "formatted-text",
  title: (record) => record.name,
  search: "keyword",
  words: { name: "Name", moduleId: "Module", description: "Description" },
  shown: {
    "module.label": { title: "Module", values: moduleNames },
    keyword: "Keyword",
    languageId: "Value in",
    value: "Value",
    missingLanguageIds: "Missing translations",
  },
});

export const formattedTextImport: Screen = {
  heading: "Import formatted texts",
  at: "/formatted-texts/import",
  icon: IconFileImport,
  needs: formattedTexts.may.write,
  isUnlisted: true,
};
