"use client";

import { RecordField, SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateAlert } from "@/server/devices/alert/alert.schema";
import { levelAlerts } from "../../level-alerts/level-alert.resource";
import { alerts } from "../alert.resource";
import { AlertRuleField } from "./alert-rule.field";

const schema = CreateAlert.omit({ translations: true });

/** A rule with all of its fields, so that one nobody touched is no change. */
const read = ({ rule, ...record }: RecordOf<"alerts">) => ({
  ...record,
  rule: rule && { ...rule, type: rule.type ?? null, endValue: rule.endValue ?? null },
});

export const AlertForm = ({ record }: { record?: RecordOf<"alerts"> }) => (
  <ResourceForm
    of={alerts}
    schema={schema}
    record={record}
    read={read}
    values={record ? undefined : { isActivated: true, rule: null }}
  >
    {(f) => (
      <>
        <TextField {...f.alertLabel} help="The name for staff; riders read its translations." />
        <TextField {...f.code} help="The code for apps, such as BATTERY_LOW." />
        <RecordField {...f.levelAlertId} of={levelAlerts} />
        <TextField {...f.topicAlert} help="What it is about, such as Battery." />
        <TextField {...f.groupAlert} help="The group of alerts that it belongs to, such as Energy." />
        <AlertRuleField {...f.rule} />
        <SwitchField {...f.isActivated} help="Where it is off, no message raises it, and open ones end." />
      </>
    )}
  </ResourceForm>
);
