"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { OnOff } from "@/components/ui/value";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { documentations } from "../documentation.resource";

export const DocumentationList = () => (
  <ResourceList
    of={documentations}
    columns={[
      { key: "name", edit: true, sort: true, width: "320px" },
      {
        key: "isActivated",
        edit: "switch",
        title: "Status",
        sort: true,
        width: "110px",
        cell: (row) => <OnOff isOn={row.isActivated} />,
      },
      { key: "contents", align: "right", width: "110px", cell: (row) => row.contents.length },
      { key: "missingLanguageIds", cell: (row) => <MissingLanguages ids={row.missingLanguageIds} /> },
      ...stampColumns,
    ]}
    filters={["name"]}
    empty="Manuals and links for app users. Create the first one."
  />
);
