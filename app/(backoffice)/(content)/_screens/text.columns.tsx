"use client";

import type { Column } from "@/components/kit/list/definition";
import { languages } from "../languages/language.resource";
import { MissingLanguages } from "./missing-languages.words";
import { useModules } from "./module-options.hook";
import { ChosenText, SourceText } from "./text-in-list.part";

interface Text {
  id: string;
  name: string;
  value?: string | null;
  translations: { languageId: string; value: string }[];
  description: string | null;
  module: { label: string };
  missingLanguageIds: string[];
}

/** The columns that every list of texts has; those of one kind stand behind the module. */
export const textColumns = <const Own = never>(own: readonly Own[] = []) =>
  [
    { key: "name", sort: true, width: "220px" },
    {
      key: "translations",
      export: "translations.value",
      width: "280px",
      onPhone: true,
      cell: ({ translations }: Text) => <SourceText translations={translations} />,
    },
    {
      key: "value",
      width: "280px",
      onPhone: true,
      cell: ({ value, translations }: Text) => <ChosenText value={value} translations={translations} />,
    },
    { key: "module.label", sort: "moduleName", width: "150px" },
    ...own,
    { key: "description" },
    {
      key: "missingLanguageIds",
      width: "160px",
      cell: ({ missingLanguageIds }: Text) => <MissingLanguages ids={missingLanguageIds} />,
    },
  ] as const satisfies readonly (Own | Column<Text>)[];

/** What every list of texts is filtered by. */
export function useTextFilters() {
  const modules = useModules();
  return [
    "keyword",
    { kind: "record", name: "languageId", of: languages },
    { kind: "select", name: "moduleId", options: modules },
  ] as const;
}
