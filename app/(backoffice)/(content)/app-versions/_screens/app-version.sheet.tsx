"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { translationsTab } from "@/components/kit/sheet/translations.tab";
import { OnOff, Status } from "@/components/ui/value";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import { PhonePreview } from "../../_screens/phone-preview.tab";
import { appVersions } from "../app-version.resource";
import { AppVersionForm } from "./app-version.form";

export const AppVersionSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={appVersions}
    id={id}
    beside={(record) => (
      <>
        <OnOff isOn={record.isActive} />
        {record.isMandatory && <Status tone="warn">{t("Mandatory")}</Status>}
      </>
    )}
    facts={(record) => `${productName(record.platformTech.label)}, ${record.os}`}
    about={(record) => [
      ["App", productName(record.platformTech.label)],
      "os",
      { copy: "version" },
      "isActive",
      "isMandatory",
      { copy: "storeUrl" },
    ]}
    edit={(record) => <AppVersionForm record={record} />}
    tabs={[
      {
        ...translationsTab(appVersions, [{ name: "releaseNote", title: "Release note", long: true }]),
        title: "Release notes",
      },
      {
        key: "preview",
        title: "Preview",
        content: (record) => (
          <PhonePreview
            texts={record.translations}
            parts={({ releaseNote }) => [
              { heading: t("Version {version}", { version: record.version }) },
              { text: releaseNote },
            ]}
          />
        ),
      },
    ]}
    remove
  />
);
