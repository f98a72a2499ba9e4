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
    { key: "name", sort: true, width: "190px" },
    {
      key: "translations",
      export: "translations.value",
      width: "240px",
      onPhone: true,
      cell: ({ translations }: Text) => <SourceText translations={translations} />,
    },
    {
      key: "value",
      width: "240px",
      onPhone: true,
      cell: ({ value, translations }: Text) => <ChosenText value={value} translations={translations} />,
    },
    { key: "module.label", sort: "moduleName", width: "120px" },
    ...own,
    { key: "description", hidden: true },
    {
      key: "missingLanguageIds",
      width: "150px",
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
