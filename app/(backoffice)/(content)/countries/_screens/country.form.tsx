"use client";

import { SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CountryFields } from "@/server/content/country/country.schema";
import { countries } from "../country.resource";

export const CountryForm = ({ record }: { record?: RecordOf<"countries"> }) => (
  <ResourceForm of={countries} schema={CountryFields} record={record} values={record ? undefined : { status: true }}>
    {(f) => (
      <>
        <TextField {...f.name} help="The name shown to staff, such as Germany." />
        <TextField {...f.code} help="The two-letter ISO 3166-1 code, such as DE." />
        <TextField {...f.phonePrefix} type="tel" help="For example, +49." />
        <SwitchField {...f.status} help="Only enabled countries can be selected." />
      </>
    )}
  </ResourceForm>
);
