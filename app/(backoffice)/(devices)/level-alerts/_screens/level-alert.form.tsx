"use client";

import { ColorInput } from "@mantine/core";
import { NumberField, TextField, useField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateLevelAlert } from "@/server/devices/level-alert/level-alert.schema";

const schema = CreateLevelAlert.omit({ translations: true });
const swatches = ["#e03131", "#e8590c", "#f08c00", "#2f9e44", "#1971c2", "#6741d9", "#868e96"];

function ColorField() {
  const { value, onChange, input } = useField<string>({ name: "color", label: "Colour", help: "On lists and plots." });
  return <ColorInput {...input} withEyeDropper={false} swatches={swatches} value={value ?? ""} onChange={onChange} />;
}

export const LevelAlertForm = ({ record }: { record?: RecordOf<"levelAlerts"> }) => (
  <ResourceForm
    name="levelAlerts"
    schema={schema}
    one="alert level"
    needs="alert.write"
    record={record}
    values={record ? undefined : { color: "#e03131", rank: 1 }}
    href={(id) => `/level-alerts/${id}`}
  >
    <TextField name="label" label="Name" help="Such as Critical or Notice." />
    <ColorField />
    <NumberField name="rank" label="Rank" help="1 is the gravest; lists begin with it." min={1} max={100} />
  </ResourceForm>
);
