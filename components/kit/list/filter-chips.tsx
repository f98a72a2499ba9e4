"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { Dropdown, DropdownItem, DropdownNote } from "@/components/ui/dropdown";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import { useRecordLabels } from "../use-records";
import type { Filter } from "./definition";
import { FilterEditor } from "./filter-editor";
import { chosenOf, sentenceOf } from "./sentence";
import styles from "./toolbar.module.css";
import { type ListChange, type ListState, namesOf, nothingOf } from "./url";

/** Two filters may be about the same field in different ways. */
const keyOf = ({ kind, name }: Filter) => `${kind} ${name}`;

interface ChipProps {
  filter: Filter;
  values: ListState["filters"];
  change: (change: ListChange) => void;
  /** what the chosen records are called */
  shown?: readonly (string | undefined)[];
}

function Chip({ filter, values, change, shown }: ChipProps) {
  const sentence = sentenceOf(filter, values, shown);
  if (!sentence) return null;
  const { subject, verb, object } = sentence;
  return (
    <span className={styles.chip}>
      <Dropdown
        label={t("Filter by {subject}", { subject: within(subject) })}
        trigger={(props) => (
          <button type="button" className={styles.words} {...props}>
            <span>
              {subject} {verb}
            </span>
            <b>{object}</b>
          </button>
        )}
      >
        {(close) => (
          <FilterEditor
            filter={filter}
            values={values}
            onDone={(filters) => {
              close();
              change({ filters });
            }}
          />
        )}
      </Dropdown>
      <button
        type="button"
        className={styles.remove}
        aria-label={t("Remove the filter {subject} {verb} {object}", { subject: within(subject), verb, object })}
        onClick={() => change({ filters: nothingOf(filter) })}
      >
        <IconX size={14} />
      </button>
    </span>
  );
}

/** A chip whose values are ids: what the records are called comes from the server. */
function RecordChip(props: ChipProps & { filter: Extract<Filter, { kind: "record" }> }) {
  const shown = useRecordLabels(props.filter.of, chosenOf(props.filter, props.values).map(String));
  return <Chip {...props} shown={shown} />;
}

/** The fields to filter by; what is typed leaves those whose title holds it, and Enter takes the first. */
function FieldMenu({ filters, onChoose }: { filters: Filter[]; onChoose: (filter: Filter) => void }) {
  const [term, setTerm] = useState("");
  const found = filters.filter(({ title }) => title.toLowerCase().includes(term.trim().toLowerCase()));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (found[0]) onChoose(found[0]);
      }}
    >
      {filters.length > 5 && (
        <input
          className={styles.field}
          aria-label={t("Search filters")}
          placeholder={t("Filter by")}
          value={term}
          onChange={(event) => setTerm(event.target.value)}
        />
      )}
      {found.map((filter) => (
        <DropdownItem key={keyOf(filter)} onClick={() => onChoose(filter)}>
          {filter.title}
        </DropdownItem>
      ))}
      {found.length === 0 && <DropdownNote>{t("No results.")}</DropdownNote>}
    </form>
  );
}

function AddFilter({ filters, values, change }: { filters: Filter[] } & Omit<ChipProps, "filter">) {
  const [chosen, setChosen] = useState<Filter>();
  return (
    <Dropdown
      label={t("Add a filter")}
      trigger={({ onClick, ...props }) => (
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          data-add-filter
          {...props}
          onClick={() => {
            setChosen(filters.length === 1 ? filters[0] : undefined);
            onClick();
          }}
        >
          {t("Filter")}
        </Button>
      )}
    >
      {(close) =>
        chosen ? (
          <FilterEditor
            filter={chosen}
            values={values}
            onDone={(filters) => {
              close();
              change({ filters });
            }}
          />
        ) : (
          <FieldMenu filters={filters} onChoose={setChosen} />
        )
      }
    </Dropdown>
  );
}

interface Props {
  filters: Filter[];
  values: ListState["filters"];
  change: (change: ListChange) => void;
}

/** The filters in use as removable chips that read like sentences, and the way to add one. */
export function FilterChips({ filters, values, change }: Props) {
  const isUsed = (filter: Filter) => namesOf(filter).some((name) => values[name] !== undefined);
  const unused = filters.filter((filter) => !isUsed(filter));
  return (
    <>
      {filters
        .filter(isUsed)
        .map((filter) =>
          filter.kind === "record" ? (
            <RecordChip key={keyOf(filter)} filter={filter} values={values} change={change} />
          ) : (
            <Chip key={keyOf(filter)} filter={filter} values={values} change={change} />
          ),
        )}
      {unused.length > 0 && <AddFilter filters={unused} values={values} change={change} />}
    </>
  );
}
