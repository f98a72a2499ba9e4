"use client";

import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { DropdownItem } from "@/components/ui/dropdown";
import { numberPattern, plainNumber, typedNumber } from "@/server/kit/value/numbers.rules";
import { byClock, dayOnClock, onClock } from "@/texts/clock";
import { manner } from "@/texts/speech";
import { t } from "@/texts/t";
import { opening } from "../value-text";
import type { Filter } from "./definition";
import { RecordEditor, SelectEditor, TextEditor } from "./set-editor";
import styles from "./toolbar.module.css";
import { type FilterValue, type ListState, nothingOf, rangeOf } from "./url";

type Values = Record<string, FilterValue | undefined>;
interface Props<K extends Filter["kind"]> {
  filter: Extract<Filter, { kind: K }>;
  values: ListState["filters"];
  onDone: (values: Values) => void;
}

const Tick = ({ on }: { on: boolean }) => (on ? <IconCheck size={15} /> : <span style={{ width: 15 }} />);

function BooleanEditor({ filter, values, onDone }: Props<"boolean">) {
  const options = [
    { value: true, label: opening(filter.yes ?? t("yes")) },
    { value: false, label: opening(filter.no ?? t("no")) },
  ];
  return (
    <div className={styles.editor}>
      <h3>{t("{title} is", { title: filter.title })}</h3>
      <div className={styles.options}>
        {options.map(({ value, label }) => (
          <DropdownItem
            key={label}
            icon={<Tick on={values[filter.name] === value} />}
            onClick={() => onDone({ [filter.name]: value })}
          >
            {label}
          </DropdownItem>
        ))}
      </div>
    </div>
  );
}

/** The days of "in the last 7 days", beside which other days stand nowhere. */
function DaysForm({ name, filter, values, onDone }: Props<"days" | "dates" | "times"> & { name: string }) {
  const [days, setDays] = useState(String(values[name] ?? ""));
  const given = /^[1-9]\d{0,3}$/.test(days) ? Number(days) : undefined;
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        onDone({ ...nothingOf(filter), [name]: given });
      }}
    >
      <label>
        {t("{title} in the last … days", { title: filter.title })}
        <input
          type="number"
          min={1}
          max={3660}
          className={styles.field}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </label>
      <div className={styles.choices}>
        {[1, 7, 30, 90].map((choice) => (
          <Button key={choice} variant="default" size="compact-sm" onClick={() => setDays(String(choice))}>
            {choice}
          </Button>
        ))}
      </div>
      <Button type="submit">{t("Apply")}</Button>
    </form>
  );
}

const fieldOf = (kind: "number" | "version") =>
  kind === "number"
    ? {
        inputMode: "decimal" as const,
        pattern: numberPattern(),
        title: t("A number such as {example}", { example: plainNumber(12.5) }),
      }
    : { placeholder: "3.1.0", pattern: "\\d+(\\.\\d+){1,3}.*", title: t("A version such as 3.1.0") };

const shownIn = (value: FilterValue | undefined) =>
  typeof value === "number" ? plainNumber(value) : String(value ?? "");

function RangeEditor({ filter, values, onDone }: Props<"number" | "version">) {
  const names = rangeOf(filter);
  const [least, setLeast] = useState(shownIn(values[names.atLeast]));
  const [below, setBelow] = useState(shownIn(values[names.below]));
  const read = (text: string) => {
    const plain = text.trim();
    if (!plain) return undefined;
    return filter.kind === "number" ? typedNumber(plain) : plain;
  };
  const field = fieldOf(filter.kind);
  const unit = filter.unit ? ` (${filter.unit})` : "";
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        onDone({ [names.atLeast]: read(least), [names.below]: read(below) });
      }}
    >
      <h3>
        {filter.title}
        {unit}
      </h3>
      <label>
        {t("Below")}
        <input {...field} className={styles.field} value={below} onChange={(event) => setBelow(event.target.value)} />
      </label>
      <label>
        {t("At least")}
        <input {...field} className={styles.field} value={least} onChange={(event) => setLeast(event.target.value)} />
      </label>
      <Button type="submit">{t("Apply")}</Button>
    </form>
  );
}

/** What a field of days or of minutes holds of an instant, and the instants that it stands for; the last minute counts whole. */
const spans = {
  dates: {
    type: "date",
    shown: (text: string) => (text.length > 10 ? dayOnClock(text) : text),
    first: (text: string) => text,
    last: (text: string) => text,
  },
  times: {
    type: "datetime-local",
    shown: (text: string) => (text ? onClock(text.length > 10 ? text : byClock(`${text}T00:00`)).slice(0, 16) : ""),
    first: (text: string) => byClock(text),
    last: (text: string) => byClock(`${text}:59.999`),
  },
} as const;

function SpanEditor({ filter, values, onDone }: Props<"dates" | "times">) {
  const { type, shown, first, last } = spans[filter.kind];
  const [from, setFrom] = useState(shown(String(values[filter.name] ?? "")));
  const [until, setUntil] = useState(shown(String(values[filter.until] ?? "")));
  const span = (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        onDone({
          ...nothingOf(filter),
          [filter.name]: from ? first(from) : undefined,
          [filter.until]: until ? last(until) : undefined,
        });
      }}
    >
      <h3>{t("{title} ({zone})", { title: filter.title, zone: manner().timeZone })}</h3>
      <label>
        {t("From|a time")}
        <input
          type={type}
          className={styles.field}
          value={from}
          max={until || undefined}
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label>
        {t("To, inclusive")}
        <input
          type={type}
          className={styles.field}
          value={until}
          min={from || undefined}
          onChange={(event) => setUntil(event.target.value)}
        />
      </label>
      <Button type="submit">{t("Apply")}</Button>
    </form>
  );
  if (!filter.days) return span;
  return (
    <>
      {span}
      <DaysForm name={filter.days} filter={filter} values={values} onDone={onDone} />
    </>
  );
}

/** Asks for one filter's value, in the way of its kind. */
export function FilterEditor(props: {
  filter: Filter;
  values: ListState["filters"];
  onDone: (values: Values) => void;
}) {
  const { filter, ...rest } = props;
  switch (filter.kind) {
    case "text":
      return <TextEditor filter={filter} {...rest} />;
    case "select":
      return <SelectEditor filter={filter} {...rest} />;
    case "record":
      return <RecordEditor filter={filter} {...rest} />;
    case "dates":
    case "times":
      return <SpanEditor filter={filter} {...rest} />;
    case "days":
      return <DaysForm name={filter.name} filter={filter} {...rest} />;
    case "number":
    case "version":
      return <RangeEditor filter={filter} {...rest} />;
    case "boolean":
      return <BooleanEditor filter={filter} {...rest} />;
  }
}
