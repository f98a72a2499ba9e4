"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { None } from "@/components/ui/value";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { textColumns, useTextFilters } from "../../_screens/text.columns";
import { TextButtons } from "../../_screens/text-list.button";
import { messageImport, messages } from "../message.resource";

export function MessageList() {
  return (
    <ResourceList
      of={messages}
      actions={<TextButtons of={messages} importAt={messageImport.at} />}
      columns={[
        ...textColumns(),
        {
          key: "otherTokensLanguageIds",
          width: "140px",
          cell: (row) =>
            row.otherTokensLanguageIds.length ? <MissingLanguages ids={row.otherTokensLanguageIds} /> : <None />,
        },
        ...stampColumns,
      ]}
      filters={useTextFilters()}
      empty={
        "Messages are shown by the apps, with {tokens} that the apps fill in. Create the first one, or import a file."
      }
    />
  );
}
