"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { None } from "@/components/ui/value";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { useModules } from "../../_screens/module-options.words";
import { TextButtons } from "../../_screens/text-list.button";
import { languages } from "../../languages/language.resource";
import { messageImport, messages } from "../message.resource";

export function MessageList() {
  const modules = useModules();
  return (
    <ResourceList
      of={messages}
      actions={<TextButtons resource="message" importAt={messageImport.at} needs={messages.may.write} />}
      columns={[
        { key: "name", sort: true, width: "280px" },
        { key: "value", title: "Value", width: "260px" },
        { key: "module.label", sort: "moduleName", width: "160px" },
        "description",
        { key: "missingLanguageIds", width: "180px", cell: (row) => <MissingLanguages ids={row.missingLanguageIds} /> },
        {
          key: "otherTokensLanguageIds",
          width: "140px",
          cell: (row) =>
            row.otherTokensLanguageIds.length ? <MissingLanguages ids={row.otherTokensLanguageIds} /> : <None />,
        },
        ...stampColumns,
      ]}
      filters={[
        "keyword",
        { kind: "record", name: "languageId", title: "Value in", of: languages },
        { kind: "select", name: "moduleId", options: modules },
      ]}
      empty={
        "Messages are shown by the apps, with {tokens} that the apps fill in. Create the first one, or import a file."
      }
    />
  );
}
