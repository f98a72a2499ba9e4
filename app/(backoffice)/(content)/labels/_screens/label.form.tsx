"use client";

import { TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { LabelFields } from "@/server/content/label/label.schema";
import { TextFields } from "../../_screens/text.field";
import { labels } from "../label.resource";

export const LabelForm = ({ record }: { record?: RecordOf<"labels"> }) => (
  <ResourceForm of={labels} schema={LabelFields} record={record} opens="translations">
    {(f) => (
      <TextFields
        f={f}
        help="The key that apps use, such as button.save. Unique within its module."
        notes="Notes for translators, such as where it appears and how long it can be."
      >
        <TextField {...f.labelInterfacePage} optional help="The app page that shows it, such as settings." />
      </TextFields>
    )}
  </ResourceForm>
);
