"use client";

import { Switch, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { type FieldProps, NumberField, SelectField, TextField, useField } from "@/components/kit/form/fields";
import { useFieldWords } from "@/components/kit/form/form-context";
import type { RecordOf } from "@/components/kit/resource";
import { operatorWords, ruleText } from "@/server/devices/alert/alert.rules";
import { plainNumber, typedNumber } from "@/server/kit/value/numbers.rules";
import { t } from "@/texts/t";
import styles from "./alert.module.css";

type Rule = RecordOf<"alerts">["rule"];
type Value = NonNullable<Rule>["value"];

const operatorOptions = Object.entries(operatorWords).map(([value, label]) => ({ value, label }));
const ordered = ["<", "<=", ">", ">="];
const first: Rule = { type: null, field: "batteryLevel", operator: "<", value: 15, endValue: 20 };

/** What was typed as what it is: a number, yes or no, or else a text. */
function readValue(text: string): Value {
  if (text === "true" || text === "false") return text === "true";
  return typedNumber(text) ?? text;
}

const textOf = (value: Value | null | undefined) =>
  typeof value === "number" ? plainNumber(value) : String(value ?? "");

function ValueField() {
  const { value, onChange, input } = useField<Value>({
    name: "rule.value",
    label: "Value",
    help: "A number, true, false, or text.",
  });
  const [text, setText] = useState(textOf(value));
  const shown = readValue(text) === value ? text : textOf(value);
  return (
    <TextInput
      {...input}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(readValue(event.currentTarget.value));
      }}
    />
  );
}

/** When messages raise the alert and when they end it. */
export function AlertRuleField(props: FieldProps) {
  const { onChange, input } = useField<Rule | undefined>(props);
  const rule = useWatch({ name: "rule" }) as Rule | undefined; // with what its own fields hold by now
  const { setValue } = useFormContext();
  const isOrdered = rule ? ordered.includes(rule.operator) : false;
  const isLeftOver = rule && !isOrdered && (rule.endValue ?? null) !== null;
  // An end value has no meaning for "is" and "is not", and no field any more to take it away by.
  useEffect(() => {
    if (isLeftOver) setValue("rule.endValue", null, { shouldDirty: true });
  }, [isLeftOver, setValue]);
  useFieldWords(props.name, {
    label: props.label,
    show: (value) => (value ? ruleText(value as NonNullable<Rule>) : "None"),
  });
  return (
    <div className={styles.rule}>
      <Switch
        label={t("Raised by device messages")}
        disabled={input.disabled}
        checked={Boolean(rule)}
        onChange={(event) => onChange(event.currentTarget.checked ? first : null)}
      />
      {rule && (
        <>
          <div className={styles.row}>
            <TextField name="rule.field" label="Field" help="A payload field, such as batteryLevel." />
            <SelectField name="rule.operator" label="Condition" options={operatorOptions} />
            <ValueField />
          </div>
          <div className={styles.row}>
            {isOrdered && (
              <NumberField
                name="rule.endValue"
                label="Ends at"
                help="Beyond the value, so that readings that fluctuate around it raise the alert only once."
                decimals={3}
                optional
              />
            )}
            <TextField name="rule.type" label="Message type" help="Leave empty for all types." optional />
          </div>
          <p className={styles.said}>{t("Raised when {rule}.", { rule: ruleText(rule) })}</p>
        </>
      )}
    </div>
  );
}
