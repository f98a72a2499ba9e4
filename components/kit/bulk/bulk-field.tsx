"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { t } from "@/texts/t";
import { RecordSelect } from "../record-select";
import { type BulkField, type Resource, wordOf } from "../resource";

interface Props {
  of: Resource;
  field: BulkField;
  /** undefined: nothing is chosen yet */
  value: unknown;
  onChange: (value: unknown) => void;
}

const choices = (options: readonly (readonly [value: string, label: string])[]) => [
  { value: "", label: t("Choose a value") },
  ...options.map(([value, label]) => ({ value, label })),
];

/** What every record gets in one field. */
export function BulkValue({ of, field, value, onChange }: Props) {
  const word = wordOf(of, field.name);
  const label = t("New value");
  const text = typeof value === "string" ? value : "";
  if (field.kind === "boolean")
    return (
      <NativeSelect
        label={label}
        value={value === undefined ? "" : String(value)}
        data={choices([
          ["true", t("Yes")],
          ["false", t("No")],
        ])}
        onChange={(event) => onChange({ true: true, false: false }[event.currentTarget.value])}
      />
    );
  if (word.of)
    return (
      <RecordSelect label={label} of={word.of} value={text || null} onChange={(id) => onChange(id ?? undefined)} />
    );
  if (word.values)
    return (
      <NativeSelect
        label={label}
        value={value === undefined ? "" : String(value)}
        data={choices(Object.entries(word.values))}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChange(chosen === "" ? undefined : field.kind === "number" ? Number(chosen) : chosen)
        }
      />
    );
  return (
    <TextInput
      label={label}
      value={field.kind === "number" ? (typeof value === "number" ? String(value) : "") : text}
      inputMode={field.kind === "number" ? "numeric" : undefined}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        if (field.kind !== "number") onChange(typed || undefined);
        else onChange(/^\d{1,9}$/.test(typed) ? Number(typed) : undefined);
      }}
    />
  );
}
