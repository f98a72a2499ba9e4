"use client";

import { ColorInput } from "@mantine/core";
import { type FieldProps, NumberField, TextField, useField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateLevelAlert } from "@/server/devices/level-alert/level-alert.schema";
import { levelAlerts } from "../level-alert.resource";

const schema = CreateLevelAlert.omit({ translations: true });
const swatches = ["#e03131", "#e8590c", "#f08c00", "#2f9e44", "#1971c2", "#6741d9", "#868e96"];

function ColorField(props: FieldProps) {
  const { value, onChange, input } = useField<string>(props);
  return <ColorInput {...input} withEyeDropper={false} swatches={swatches} value={value ?? ""} onChange={onChange} />;
}

export const LevelAlertForm = ({ record }: { record?: RecordOf<"levelAlerts"> }) => (
  <ResourceForm
    of={levelAlerts}
    schema={schema}
    record={record}
    values={record ? undefined : { color: "#e03131", rank: 1 }}
  >
    {(f) => (
      <>
        <TextField {...f.label} help="For example, Critical or Notice." />
        <ColorField {...f.color} help="Used in lists and charts." />
        <NumberField {...f.rank} help="1 is the most severe. Lists start with it." min={1} max={100} />
        <NumberField
          {...f.minutesToAcknowledge}
          help="From when Persdesk learns of an alert. Leave empty if nothing is due."
          min={1}
          optional
        />
        <NumberField
          {...f.minutesToClose}
          help="From when Persdesk learns of an alert. Leave empty if nothing is due."
          min={1}
          optional
        />
      </>
    )}
  </ResourceForm>
);
