"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { useModules } from "../../_screens/module-options.words";
import { TextButtons } from "../../_screens/text-list.button";
import { languages } from "../../languages/language.resource";
import { formattedTextImport, formattedTexts } from "../formatted-text.resource";

export function FormattedTextList() {
  const modules = useModules();
  return (
    <ResourceList
      of={formattedTexts}
      actions={
        <TextButtons resource="formatted-text" importAt={formattedTextImport.at} needs={formattedTexts.may.write} />
      }
      columns={[
        { key: "name", sort: true, width: "280px" },
        { key: "value", title: "Value", width: "260px" },
        { key: "module.label", sort: "moduleName", width: "160px" },
        "description",
        { key: "missingLanguageIds", width: "180px", cell: (row) => <MissingLanguages ids={row.missingLanguageIds} /> },
        ...stampColumns,
      ]}
      filters={[
        "keyword",
        { kind: "record", name: "languageId", title: "Value in", of: languages },
        { kind: "select", name: "moduleId", options: modules },
      ]}
      empty="Formatted texts can contain bold text, lists and links. Create the first one, or import a file."
    />
  );
}
