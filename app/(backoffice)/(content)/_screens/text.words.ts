import { IconFileImport } from "@tabler/icons-react";
import type { Resource } from "@/components/kit/resource";
import type { Screen } from "@/components/kit/screen";
import { moduleNames } from "@/server/platform/product-name/product-name.rules";

/** The resources of texts (ADR 27): one value in each language. */
export type TextName = "labels" | "formattedTexts" | "messages";
export type TextResource = { [N in TextName]: Resource<N> }[TextName];

/** What every text has that can be written, and what else is shown or filtered by. */
export const textWords = { name: "Name", moduleId: "Module", description: "Description" } as const;
export const textShown = {
  "module.label": { title: "Module", values: moduleNames },
  keyword: "Keyword",
  languageId: "Value in",
  translations: "Text",
  value: "Value",
  missingLanguageIds: "Missing translations",
} as const;

/** The page where files of texts are brought in; `heading` is its title. */
export const textImportOf = ({ at, may }: TextResource, heading: string): Screen => ({
  heading,
  at: `${at}/import`,
  icon: IconFileImport,
  needs: may.write,
  isUnlisted: true,
});
