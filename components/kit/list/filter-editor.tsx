"use client";

import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { DropdownItem, DropdownNote } from "@/components/ui/dropdown";
import { useRecordSearch } from "../use-records";
import type { Filter } from "./definition";
import styles from "./toolbar.module.css";
import type { ListState } from "./url";

type Values = Record<string, string | number | boolean | undefined>;
interface Props<K extends Filter["kind"]> {
  filter: Extract<Filter, { kind: K }>;
  values: ListState["filters"];
  onDone: (values: Values) => void;
}

const Tick = ({ on }: { on: boolean }) => (on ? <IconCheck size={15} /> : <span style={{ width: 15 }} />);

function TextEditor({ filter, values, onDone }: Props<"text">) {
  const [text, setText] = useState(String(values[filter.name] ?? ""));
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        onDone({ [filter.name]: text.trim() || undefined });
      }}
    >
      <label>
        {filter.title} contains
        <input className={styles.field} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <Button type="submit">Apply</Button>
    </form>
  );
}

function OptionsEditor({ filter, values, onDone }: Props<"select" | "boolean">) {
  const options =
    filter.kind === "select"
      ? filter.options
      : [
          { value: true, label: filter.yes ?? "Yes" },
          { value: false, label: filter.no ?? "No" },
        ];
  return (
    <div className={styles.editor}>
      <h3>{filter.title} is</h3>
      <div className={styles.options}>
        {options.map(({ value, label }) => (
          <DropdownItem
            key={String(value)}
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

function RecordEditor({ filter, values, onDone }: Props<"record">) {
  const [term, setTerm] = useState("");
  const { options, isLoading } = useRecordSearch(filter.of, term);
  return (
    <div className={styles.editor}>
      <label>
        {filter.title} is
        <input
          className={styles.field}
          placeholder="Search"
          value={term}
          onChange={(event) => setTerm(event.target.value)}
        />
      </label>
      <div className={styles.options}>
        {options.map(({ value, label }) => (
          <DropdownItem
            key={value}
            icon={<Tick on={values[filter.name] === value} />}
            onClick={() => onDone({ [filter.name]: value })}
          >
            {label}
          </DropdownItem>
        ))}
        {options.length === 0 && <DropdownNote>{isLoading ? "Loading" : "No match."}</DropdownNote>}
      </div>
    </div>
  );
}

/** What a field of days or of minutes holds of an instant, and the instants that it stands for; the last minute counts whole. */
const spans = {
  dates: { type: "date", length: 10, unit: "days", first: (text: string) => text, last: (text: string) => text },
  times: {
    type: "datetime-local",
    length: 16,
    unit: "times",
    first: (text: string) => `${text}:00Z`,
    last: (text: string) => `${text}:59.999Z`,
  },
} as const;

function SpanEditor({ filter, values, onDone }: Props<"dates" | "times">) {
  const { type, length, unit, first, last } = spans[filter.kind];
  const [from, setFrom] = useState(String(values[filter.name] ?? "").slice(0, length));
  const [until, setUntil] = useState(String(values[filter.until] ?? "").slice(0, length));
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        onDone({ [filter.name]: from ? first(from) : undefined, [filter.until]: until ? last(until) : undefined });
      }}
    >
      <h3>
        {filter.title} ({unit} in UTC)
      </h3>
      <label>
        From
        <input
          type={type}
          className={styles.field}
          value={from}
          max={until || undefined}
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label>
        To, included
        <input
          type={type}
          className={styles.field}
          value={until}
          min={from || undefined}
          onChange={(event) => setUntil(event.target.value)}
        />
      </label>
      <Button type="submit">Apply</Button>
    </form>
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
    case "record":
      return <RecordEditor filter={filter} {...rest} />;
    case "dates":
    case "times":
      return <SpanEditor filter={filter} {...rest} />;
    default:
      return <OptionsEditor filter={filter} {...rest} />;
  }
}
