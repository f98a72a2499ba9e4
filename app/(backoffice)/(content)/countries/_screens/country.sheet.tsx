"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { translationsTab } from "@/components/kit/sheet/translations.tab";
import { OnOff } from "@/components/ui/value";
import { countries } from "../country.resource";
import { CountryForm } from "./country.form";

export const CountrySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={countries}
    id={id}
    beside={(record) => <OnOff isOn={record.status} />}
    facts={(record) => record.code}
    about={["shownName", { copy: "code" }, "phonePrefix", "status"]}
    edit={(record) => <CountryForm record={record} />}
    tabs={[translationsTab(countries, [{ name: "label", title: "Name" }], (record) => ({ label: record.name }))]}
    remove
  />
);
