"use client";

import { RecordField, SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateAlert } from "@/server/devices/alert/alert.schema";
import { levelSource } from "./alert.words";
import { AlertRuleField } from "./alert-rule.field";

const schema = CreateAlert.omit({ translations: true });

/** A rule with all of its fields, so that one nobody touched is no change. */
const read = ({ rule, ...record }: RecordOf<"alerts">) => ({
  ...record,
  rule: rule && { ...rule, type: rule.type ?? null, endValue: rule.endValue ?? null },
});

export const AlertForm = ({ record }: { record?: RecordOf<"alerts"> }) => (
  <ResourceForm
    name="alerts"
    schema={schema}
    one="alert"
    needs="alert.write"
    record={record}
    read={read}
    values={record ? undefined : { isActivated: true, rule: null }}
    href={(id) => `/alerts/${id}`}
  >
    <TextField name="alertLabel" label="Label" help="What staff call it; riders read its translations." />
    <TextField name="code" label="Code" help="What apps know it by, such as BATTERY_LOW." />
    <RecordField name="levelAlertId" label="Level" source={levelSource} />
    <TextField name="topicAlert" label="Topic" help="What it is about, such as Battery." />
    <TextField name="groupAlert" label="Group" help="Which alerts it belongs with, such as Energy." />
    <AlertRuleField />
    <SwitchField
      name="isActivated"
      label="Switched on"
      help="Switched off, no message raises it, and what is open ends."
    />
  </ResourceForm>
);
