"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { OnOff, Status } from "@/components/ui/value";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { appVersions } from "../app-version.resource";
import { AppAdviceButton } from "./app-advice.button";

export const AppVersionList = () => (
  <ResourceList
    of={appVersions}
    actions={<AppAdviceButton />}
    columns={[
      { key: "version", sort: true, width: "130px" },
      { key: "platformTech.label", sort: true, width: "180px", cell: (row) => productName(row.platformTech.label) },
      { key: "os", sort: true, width: "110px" },
      { key: "isActive", title: "Status", sort: true, width: "110px", cell: (row) => <OnOff isOn={row.isActive} /> },
      {
        key: "isMandatory",
        title: "Update",
        sort: true,
        width: "130px",
        cell: (row) => (row.isMandatory ? <Status tone="warn">{t("Mandatory")}</Status> : t("Optional")),
      },
      { key: "missingLanguageIds", cell: (row) => <MissingLanguages ids={row.missingLanguageIds} /> },
      ...stampColumns,
    ]}
    filters={[
      "version",
      {
        kind: "select",
        name: "os",
        options: [
          { value: "Android", label: "Android" },
          { value: "iOS", label: "iOS" },
          { value: "Web", label: "Web" },
        ],
      },
      { kind: "boolean", name: "isActive", title: "Status", yes: "on", no: "off" },
    ]}
    empty="Apps check whether a newer version exists and whether they must update. Create the versions that you have released."
  />
);
