"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { OnOff } from "@/components/ui/value";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { countries } from "../country.resource";

export const CountryList = () => (
  <ResourceList
    of={countries}
    columns={[
      { key: "shownName", sort: "name", width: "240px" },
      { key: "code", sort: true, width: "90px" },
      { key: "phonePrefix", edit: true, sort: true, width: "120px" },
      {
        key: "status",
        edit: "switch",
        title: "Status",
        sort: true,
        width: "120px",
        cell: (row) => <OnOff isOn={row.status} />,
      },
      {
        key: "missingLanguageIds",
        cell: (row) => <MissingLanguages ids={row.missingLanguageIds} />,
      },
      ...stampColumns,
    ]}
    filters={["name", { kind: "boolean", name: "status", title: "Status", yes: "on", no: "off" }]}
    empty="People and companies select their country from this list. Create the countries you operate in."
  />
);
