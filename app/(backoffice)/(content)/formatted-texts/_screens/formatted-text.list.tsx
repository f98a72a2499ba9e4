"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { useMay } from "@/components/kit/viewer";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { useModules } from "../../_screens/module-options.words";
import { formattedTextImport, formattedTexts } from "../formatted-text.resource";

export function FormattedTextList() {
  const modules = useModules();
  const mayWrite = useMay()(formattedTexts.may.write);
  return (
    <ResourceList
      of={formattedTexts}
      actions={
        mayWrite && (
          <Button variant="default" component={Link} href={formattedTextImport.at}>
            Import
          </Button>
        )
      }
      columns={[
        { key: "name", sort: true, width: "280px" },
        { key: "module.label", sort: "moduleName", width: "160px" },
        "description",
        { key: "missingLanguageIds", width: "180px", cell: (row) => <MissingLanguages ids={row.missingLanguageIds} /> },
        ...stampColumns,
      ]}
      filters={["keyword", { kind: "select", name: "moduleId", options: modules }]}
      empty="Formatted texts have bold words, lists and links. Create the first one, or import a file."
    />
  );
}
