"use client";

import type { Column } from "@/components/kit/list/definition";
import { languages } from "../languages/language.resource";
import { MissingLanguages } from "./missing-languages.words";
import { useModules } from "./module-options.hook";

interface Text {
  id: string;
  name: string;
  value?: string | null;
  description: string | null;
  module: { label: string };
  missingLanguageIds: string[];
}

/** The columns that every list of texts has; those of one kind stand behind the module. */
export const textColumns = <const Own = never>(own: readonly Own[] = []) =>
  [
    { key: "name", sort: true, width: "260px" },
    { key: "value", width: "260px" },
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
