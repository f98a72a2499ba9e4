"use client";

import { RecordTranslations } from "@/app/(backoffice)/(content)/_screens/record-translations";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { Status } from "@/components/ui/value";
import { CountryForm } from "./country.form";

export const CountrySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="countries"
    id={id}
    one="country"
    objectType="country"
    title={(record) => record.name}
    beside={(record) => <Status tone={record.status ? "ok" : "quiet"}>{record.status ? "On" : "Off"}</Status>}
    facts={(record) => record.code}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <CountryForm record={record} /> },
      {
        key: "translations",
        title: "Translations",
        content: (record) => <RecordTranslations name="countries" record={record} needs="country.write" />,
      },
    ]}
    fields={{ name: "Name", code: "Code", phonePrefix: "Phone prefix", status: "On" }}
    needs="country.write"
    remove={{ list: "/countries", href: (id) => `/countries/${id}` }}
  />
);
