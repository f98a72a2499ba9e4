"use client";

import { RecordTranslations } from "@/app/(backoffice)/(content)/_screens/record-translations";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { Status } from "@/components/ui/value";
import { LanguageForm } from "./language.form";

export const LanguageSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="languages"
    id={id}
    one="language"
    objectType="language"
    title={(record) => record.name}
    beside={(record) => (
      <Status tone={record.isDefault ? "info" : record.status ? "ok" : "quiet"}>
        {record.isDefault ? "Default" : record.status ? "On" : "Off"}
      </Status>
    )}
    facts={(record) => record.code}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <LanguageForm record={record} /> },
      {
        key: "translations",
        title: "Translations",
        content: (record) => <RecordTranslations name="languages" record={record} needs="language.write" />,
      },
    ]}
    fields={{ name: "Name", code: "Code", status: "On", isDefault: "Default language" }}
    needs="language.write"
  />
);
