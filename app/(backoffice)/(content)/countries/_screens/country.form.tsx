"use client";

import { SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CountryFields } from "@/server/content/country/country.schema";

export const CountryForm = ({ record }: { record?: RecordOf<"countries"> }) => (
  <ResourceForm
    name="countries"
    schema={CountryFields}
    one="country"
    needs="country.write"
    record={record}
    values={record ? undefined : { status: true }}
    href={(id) => `/countries/${id}`}
  >
    <TextField name="name" label="Name" help="What staff call it, such as Germany." />
    <TextField name="code" label="Code" help="The two letters of ISO 3166-1, such as DE." />
    <TextField name="phonePrefix" label="Phone prefix" type="tel" help="Such as +49." />
    <SwitchField name="status" label="On" help="Only countries that are on can be chosen." />
  </ResourceForm>
);
