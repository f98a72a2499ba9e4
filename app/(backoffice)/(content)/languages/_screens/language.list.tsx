"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { None } from "@/components/ui/value";
import { t } from "@/texts/t";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { languages } from "../language.resource";
import { LanguageStatus } from "./language.words";

export const LanguageList = () => (
  <ResourceList
    of={languages}
    columns={[
      { key: "name", sort: true, width: "240px" },
      { key: "code", sort: true, width: "100px" },
      {
        key: "status",
        title: "Status",
        sort: true,
        width: "160px",
        cell: (row) => <LanguageStatus language={row} />,
        export: ["isDefault", "status"],
      },
      {
        key: "missingLanguageIds",
        cell: (row) => <MissingLanguages ids={row.missingLanguageIds} />,
      },
      {
        key: "isDefault",
        sort: true,
        width: "140px",
        hidden: true,
        cell: (row) => (row.isDefault ? t("Default") : <None />),
      },
      ...stampColumns,
    ]}
    filters={["name", { kind: "boolean", name: "status", title: "Status", yes: "on", no: "off" }]}
    empty="Texts are translated into these languages. The first one you create becomes the default, which the others fall back to."
  />
);
