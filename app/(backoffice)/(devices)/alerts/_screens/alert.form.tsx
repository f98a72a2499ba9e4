"use client";

import { NumberField, RecordField, SwitchField, TextField } from "@/components/kit/form/fields";
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
    values={record ? undefined : { isActivated: true, rule: null, minutesToReopen: 30 }}
  >
    {(f) => (
      <>
        <TextField {...f.alertLabel} help="Shown where the reader's language has no translation." />
        <TextField {...f.code} help="The code used by apps, such as BATTERY_LOW." />
        <RecordField {...f.levelAlertId} of={levelAlerts} />
        <TextField {...f.topicAlert} help="What it concerns, such as Battery." />
        <TextField {...f.groupAlert} help="The group it belongs to, such as Energy." />
        <AlertRuleField {...f.rule} />
        <NumberField
          {...f.minutesToReopen}
          help="An alert that comes back within so many minutes goes on as the same; 0 makes each a new one."
        />
        <SwitchField {...f.isActivated} help="When disabled, no message raises alerts and open alerts end." />
      </>
    )}
  </ResourceForm>
);
