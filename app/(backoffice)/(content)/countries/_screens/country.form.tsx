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
        <TextField {...f.name} help="The name for staff, such as Germany." />
        <TextField {...f.code} help="The two letters of ISO 3166-1, such as DE." />
        <TextField {...f.phonePrefix} type="tel" help="Such as +49." />
        <SwitchField {...f.status} help="Only countries that are on can be chosen." />
      </>
    )}
  </ResourceForm>
);
