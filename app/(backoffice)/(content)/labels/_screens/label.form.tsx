"use client";

import { SelectField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { LabelFields } from "@/server/content/label/label.schema";
import { labels } from "../label.resource";

export function LabelForm({ record }: { record?: RecordOf<"labels"> }) {
  const places = trpc.labels.places.useQuery(undefined, { staleTime: 60_000 }).data ?? [];
  return (
    <ResourceForm of={labels} schema={LabelFields} record={record} opens="translations">
      {(f) => (
        <>
          <TextField {...f.name} help="The key that apps use, such as button.save. Unique within its module." />
          <SelectField {...f.moduleId} options={places.map((place) => ({ value: place.id, label: place.label }))} />
          <TextField {...f.labelInterfacePage} optional help="The app page that shows it, such as settings." />
          <TextAreaField
            {...f.description}
            optional
            help="Notes for translators, such as where it appears and how long it can be."
          />
        </>
      )}
    </ResourceForm>
  );
}
