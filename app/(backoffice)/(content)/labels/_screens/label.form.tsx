"use client";

import { SelectField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { LabelFields } from "@/server/content/label-interface/label-interface.schema";

export function LabelForm({ record }: { record?: RecordOf<"labels"> }) {
  const places = trpc.labels.places.useQuery(undefined, { staleTime: 60_000 }).data ?? [];
  return (
    <ResourceForm
      name="labels"
      schema={LabelFields}
      one="label"
      needs="label.write"
      record={record}
      href={(id) => `/labels/${id}?tab=translations`}
    >
      <TextField
        name="name"
        label="Name"
        help="The key that the apps ask for, such as button.save. Unique in its module."
      />
      <SelectField
        name="moduleId"
        label="Module"
        options={places.map((place) => ({ value: place.id, label: place.label }))}
      />
      <TextField name="labelInterfacePage" label="Page" optional help="Where it stands in the app, such as settings." />
      <TextAreaField
        name="description"
        label="Description"
        optional
        help="What a translator has to know: where it shows, how long it may be."
      />
    </ResourceForm>
  );
}
