"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { DropdownNote } from "@/components/ui/dropdown";
import { t } from "@/texts/t";
import { useRecordSearch } from "../use-records";
import type { Operator } from "./definition";
import { chosenOf, type SetFilter } from "./sentence";
import styles from "./toolbar.module.css";
import { type FilterValue, type ListState, nothingOf, paramOf } from "./url";

type Condition = "is" | "anyOf" | "noneOf" | "contains" | "empty" | "notEmpty";

const words: Record<Condition, string> = {
  is: "is",
  anyOf: "is any of",
  noneOf: "is none of",
  contains: "contains",
  empty: "is empty",
  notEmpty: "is not empty",
};

const offeredBy: Record<Operator, Condition[]> = {
  anyOf: ["anyOf"],
  noneOf: ["noneOf"],
  isEmpty: ["empty", "notEmpty"],
};

/** What the filter can be asked for, the plain question first. */
function conditionsOf(filter: SetFilter): Condition[] {
  const can = filter.can ?? [];
  const first: Condition[] = filter.kind === "text" ? ["contains"] : can.includes("anyOf") ? [] : ["is"];
  return [...first, ...can.flatMap((operator) => offeredBy[operator])];
}

function conditionIn(filter: SetFilter, values: ListState["filters"]): Condition | undefined {
  const isEmpty = values[paramOf(filter, "isEmpty")];
  if (isEmpty !== undefined) return isEmpty ? "empty" : "notEmpty";
  return values[paramOf(filter, "noneOf")] === undefined ? undefined : "noneOf";
}

/** The parameters that say it; one value of several is asked for as the plain filter, so that a link stays short. */
function valuesOf(filter: SetFilter, condition: Condition, chosen: readonly (string | number)[]) {
  const set = (name: string, value: FilterValue) => ({ ...nothingOf(filter), [name]: value });
  if (condition === "empty" || condition === "notEmpty") return set(paramOf(filter, "isEmpty"), condition === "empty");
  const [first] = chosen;
  if (first === undefined) return nothingOf(filter);
  if (condition === "noneOf") return set(paramOf(filter, "noneOf"), chosen);
  return chosen.length > 1 ? set(paramOf(filter, "anyOf"), chosen) : set(filter.name, first);
}

interface Props<K extends SetFilter["kind"]> {
  filter: Extract<SetFilter, { kind: K }>;
  values: ListState["filters"];
  onDone: (values: Record<string, FilterValue | undefined>) => void;
}

interface FormProps {
  filter: SetFilter;
  values: ListState["filters"];
  /** what the person has typed or ticked */
  chosen: readonly (string | number)[];
  onDone: (values: Record<string, FilterValue | undefined>) => void;
  children: ReactNode;
}

/** The condition, what it is about where it is about something, and Apply. */
function ConditionForm({ filter, values, chosen, onDone, children }: FormProps) {
  const conditions = conditionsOf(filter);
  const [condition, setCondition] = useState(conditionIn(filter, values) ?? conditions[0] ?? "is");
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(valuesOf(filter, condition, chosen));
      }}
    >
      {conditions.length > 1 ? (
        <label>
          {filter.title}
          <select
            className={styles.field}
            value={condition}
            onChange={(event) => setCondition(event.target.value as Condition)} // the options are conditions
          >
            {conditions.map((one) => (
              <option key={one} value={one}>
                {t(words[one])}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <h3>
          {filter.title} {t(words[condition])}
        </h3>
      )}
      {condition !== "empty" && condition !== "notEmpty" && children}
      <Button type="submit">{t("Apply")}</Button>
    </form>
  );
}

interface OptionsProps {
  options: readonly { value: string | number; label: string }[];
  chosen: readonly (string | number)[];
  onToggle: (value: string | number) => void;
}

const Options = ({ options, chosen, onToggle }: OptionsProps) =>
  options.map(({ value, label }) => (
    <label key={value} className={styles.check}>
      <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
      {label}
    </label>
  ));

/** What is ticked; where only one can be asked for, the last one that was. */
function useChosen(filter: SetFilter, values: ListState["filters"]) {
  const [chosen, setChosen] = useState(chosenOf(filter, values));
  const isOne = !filter.can?.includes("anyOf");
  const toggle = (value: string | number) =>
    setChosen((held) => {
      if (held.includes(value)) return held.filter((one) => one !== value);
      return isOne ? [value] : [...held, value];
    });
  return [chosen, toggle] as const;
}

export function SelectEditor({ filter, values, onDone }: Props<"select">) {
  const [chosen, toggle] = useChosen(filter, values);
  return (
    <ConditionForm filter={filter} values={values} chosen={chosen} onDone={onDone}>
      <div className={styles.options}>
        <Options options={filter.options} chosen={chosen} onToggle={toggle} />
      </div>
    </ConditionForm>
  );
}

/** Records to choose from; Enter takes the first one found where none is ticked. */
export function RecordEditor({ filter, values, onDone }: Props<"record">) {
  const [term, setTerm] = useState("");
  const [chosen, toggle] = useChosen(filter, values);
  const { options, isLoading } = useRecordSearch(filter.of, term);
  const found = term.trim() && !isLoading ? options.slice(0, 1).map(({ value }) => value) : [];
  return (
    <ConditionForm filter={filter} values={values} chosen={chosen.length > 0 ? chosen : found} onDone={onDone}>
      <input
        className={styles.field}
        aria-label={t("{title} is", { title: filter.title })}
        placeholder={t("Search")}
        value={term}
        onChange={(event) => setTerm(event.target.value)}
      />
      <div className={styles.options}>
        <Options options={options} chosen={chosen} onToggle={toggle} />
        {options.length === 0 && <DropdownNote>{isLoading ? t("Loading") : t("No results.")}</DropdownNote>}
      </div>
    </ConditionForm>
  );
}

export function TextEditor({ filter, values, onDone }: Props<"text">) {
  const [text, setText] = useState(String(values[filter.name] ?? ""));
  const plain = text.trim();
  return (
    <ConditionForm filter={filter} values={values} chosen={plain ? [plain] : []} onDone={onDone}>
      <input
        className={styles.field}
        aria-label={t("{title} contains", { title: filter.title })}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ConditionForm>
  );
}
