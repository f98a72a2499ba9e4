"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { useMay } from "@/components/kit/viewer";
import { None } from "@/components/ui/value";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { useModules } from "../../_screens/module-options.words";
import { messageImport, messages } from "../message.resource";

export function MessageList() {
  const modules = useModules();
  const mayWrite = useMay()(messages.may.write);
  return (
    <ResourceList
      of={messages}
      actions={
        mayWrite && (
          <Button variant="default" component={Link} href={messageImport.at}>
            Import
          </Button>
        )
      }
      columns={[
        { key: "name", sort: true, width: "280px" },
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
      filters={["keyword", { kind: "select", name: "moduleId", options: modules }]}
      empty={
        "Messages are what the apps tell people, with {tokens} that they fill in. Create the first one, or import a file."
      }
    />
  );
}
