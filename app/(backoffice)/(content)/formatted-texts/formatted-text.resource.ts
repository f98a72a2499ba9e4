import { IconTypography } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { textImportOf, textShown, textWords } from "../_screens/text.words";

export const formattedTexts = resource("formattedTexts", {
  one: "formatted text",
  many: "formatted texts",
  at: "/formatted-texts",
  icon: IconTypography,
  may: { read: "formatted-text.read", write: "formatted-text.write" },
  audited: "formatted-text",
  title: (record) => record.name,
  search: "keyword",
  words: textWords,
  shown: textShown,
});

export const formattedTextImport = textImportOf(formattedTexts, "Import formatted texts");
