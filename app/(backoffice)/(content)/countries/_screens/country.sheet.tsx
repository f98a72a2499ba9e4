"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { OnOff } from "@/components/ui/value";
import { RecordTranslations } from "../../_screens/record-translations.tab";
import { countries } from "../country.resource";
import { CountryForm } from "./country.form";

export const CountrySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={countries}
    id={id}
    beside={(record) => <OnOff isOn={record.status} />}
    facts={(record) => record.code}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <CountryForm record={record} /> },
      {
        key: "translations",
        title: "Translations",
        content: (record) => <RecordTranslations of={countries} record={record} />,
      },
    ]}
    remove
  />
);
