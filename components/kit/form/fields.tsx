"use client";

import { MultiSelect, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type FieldError, useController } from "react-hook-form";
import { NumberInput } from "@/components/ui/number-input";
import { byClock, onClock } from "@/texts/clock";
import { t } from "@/texts/t";
import type { Option } from "../list/definition";
import { RecordSelect } from "../record-select";
import type { RecordName, Resource } from "../resource";
import { useRecordLabel, useRecordSearch } from "../use-records";
import styles from "./form.module.css";
import { type FieldWords, useFieldWords } from "./form-context";

export interface FieldProps {
  /** the wire's name; a dot path reaches into objects */
  name: string;
  label: string;
  /** under the label, where the word alone is not plain */
  help?: ReactNode;
  /** may be left empty; empty is `null` on the wire */
  optional?: boolean;
  disabled?: boolean;
  placeholder?: string;
}

/** Help that is a text of the product; anything else is drawn as it is. */
const said = (help: ReactNode) => (typeof help === "string" ? t(help) : help);

/** What is wrong with a value; of a list, what is wrong with each of its items. */
const wordsOf = (error: FieldError | (FieldError | undefined)[] | undefined) =>
  Array.isArray(error) ? error.flatMap((one) => one?.message ?? []).join(" ") : error?.message;

/** A form's value by name, with its error, and what every input of the kit takes. For fields of your own. */
export function useField<V>(
  { name, label, help, optional, disabled, placeholder }: FieldProps,
  show?: FieldWords["show"],
) {
  const { field, fieldState } = useController({ name });
  useFieldWords(name, { label: t(label), show });
  return {
    value: field.value as V, // the form's schema says what stands under this name
    onChange: (value: V | null) => field.onChange(value),
    input: {
      name,
      ref: field.ref,
      onBlur: field.onBlur,
      error: wordsOf(fieldState.error),
      disabled,
      label: (
        <>
          {t(label)}
          {optional && <span className={styles.optional}> {t("optional")}</span>}
        </>
      ),
      description: said(help),
      placeholder: placeholder && t(placeholder),
      "aria-required": !optional,
    },
  };
}

/** One line of text. */
export function TextField(props: FieldProps & { type?: "text" | "email" | "tel" | "url"; autoComplete?: string }) {
  const { value, onChange, input } = useField<string | null>(props);
  return (
    <TextInput
      {...input}
      type={props.type}
      autoComplete={props.autoComplete ?? "off"}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || (props.optional ? null : ""))}
    />
  );
}

/** Several lines of text; `code` for what is read letter by letter, such as JSON or a template. */
export function TextAreaField(props: FieldProps & { rows?: number; code?: boolean }) {
  const { value, onChange, input } = useField<string | null>(props);
  return (
    <Textarea
      {...input}
      autosize
      minRows={props.rows ?? 3}
      maxRows={24}
      classNames={props.code ? { input: styles.code } : undefined}
      spellCheck={!props.code}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || (props.optional ? null : ""))}
    />
  );
}

/** A number; `decimals` where it may have some. */
export function NumberField(props: FieldProps & { min?: number; max?: number; decimals?: number; unit?: string }) {
  const { value, onChange, input } = useField<number | null>(props);
  return (
    <NumberInput
      {...input}
      min={props.min}
      max={props.max}
      decimalScale={props.decimals ?? 0}
      suffix={props.unit && ` ${t(props.unit)}`}
      clampBehavior="none"
      value={value ?? ""}
      onChange={(next) => onChange(next === "" ? null : Number(next))}
    />
  );
}

/** An instant to the minute, by the person's clock, as the filters of lists ask for it; nothing is `null`. */
export function TimeField(props: FieldProps & { min?: string }) {
  const { value, onChange, input } = useField<string | null>(props);
  return (
    <TextInput
      {...input}
      type="datetime-local"
      min={props.min && onClock(props.min).slice(0, 16)}
      value={value ? onClock(value).slice(0, 16) : ""}
      onChange={(event) => onChange(event.currentTarget.value ? byClock(event.currentTarget.value) : null)}
    />
  );
}

/** Yes or no. */
export function SwitchField(props: Omit<FieldProps, "optional" | "placeholder">) {
  const { value, onChange, input } = useField<boolean>({ ...props, optional: true }, (v) => (v ? t("Yes") : t("No")));
  const { placeholder, "aria-required": required, ...rest } = input;
  return (
    <Switch
      {...rest}
      label={t(props.label)}
      checked={value ?? false}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** One of a few fixed options. */
export function SelectField(props: FieldProps & { options: readonly Option[] }) {
  const shown = (value: unknown) => t(props.options.find((option) => option.value === value)?.label ?? "–");
  const { value, onChange, input } = useField<string | number | null>(props, shown);
  return (
    <Select
      {...input}
      data={props.options.map((option) => ({ value: String(option.value), label: t(option.label) }))}
      clearable={props.optional}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(next) => onChange(props.options.find((option) => String(option.value) === next)?.value ?? null)}
    />
  );
}

/** A reference to a record, found by typing a part of its name. */
export function RecordField(props: FieldProps & { of: Resource<RecordName> }) {
  const { value, onChange, input } = useField<string | null>(props, () => current ?? "…");
  const current = useRecordLabel(props.of, value ?? undefined);
  return <RecordSelect {...input} of={props.of} clearable={props.optional} value={value ?? null} onChange={onChange} />;
}

interface RecordsProps extends FieldProps {
  of: Resource<RecordName>;
  /** the names of those that are chosen at first */
  known?: readonly { id: string; name: string }[];
}

/** References to several records, each found by typing a part of its name; the value is the list of their ids. */
export function RecordsField({ of, known = [], ...props }: RecordsProps) {
  const [term, setTerm] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [labels, setLabels] = useState(() => new Map(known.map(({ id, name }) => [id, name])));
  const labelOf = (id: string) => labels.get(id) ?? options.find(({ value }) => value === id)?.label ?? id;
  const shown = (ids: unknown) => (Array.isArray(ids) ? ids.map(labelOf).join(", ") : "–") || "–";
  const { value, onChange, input } = useField<string[] | null>(props, shown);
  const { options, isLoading } = useRecordSearch(of, term, isOpen);
  const chosen = value ?? [];
  const found = new Set(options.map((option) => option.value));
  const others = chosen.filter((id) => !found.has(id)).map((id) => ({ value: id, label: labelOf(id) }));
  return (
    <MultiSelect
      {...input}
      data={[...options, ...others]}
      searchable
      clearable
      hidePickedOptions
      filter={({ options }) => options}
      nothingFoundMessage={isLoading ? t("Loading") : t("No results.")}
      placeholder={input.placeholder ?? t("Search")}
      onDropdownOpen={() => setIsOpen(true)}
      searchValue={term}
      onSearchChange={setTerm}
      value={chosen}
      onChange={(ids) => {
        setLabels(new Map(ids.map((id) => [id, labelOf(id)])));
        onChange(ids);
      }}
    />
  );
}
