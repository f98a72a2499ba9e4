"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { Dropdown, DropdownItem } from "@/components/ui/dropdown";
import type { RecordName, Resource } from "../resource";
import { useRecordLabel } from "../use-records";
import type { Filter } from "./definition";
import { FilterEditor } from "./filter-editor";
import { sentenceOf } from "./sentence";
import styles from "./toolbar.module.css";
import { type ListChange, type ListState, namesOf } from "./url";

interface ChipProps {
  filter: Filter;
  values: ListState["filters"];
  change: (change: ListChange) => void;
  shown?: string;
}

function Chip({ filter, values, change, shown }: ChipProps) {
  const sentence = sentenceOf(filter, values, shown);
  if (!sentence) return null;
  const { subject, verb, object } = sentence;
  return (
    <span className={styles.chip}>
      <Dropdown
        label={`Filter by ${subject}`}
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
        aria-label={`Remove the filter ${subject} ${verb} ${object}`}
        onClick={() => change({ filters: Object.fromEntries(namesOf(filter).map((name) => [name, undefined])) })}
      >
        <IconX size={14} />
      </button>
    </span>
  );
}

/** A chip whose value is an id: what the record is called comes from the server. */
function RecordChip(props: ChipProps & { of: Resource<RecordName> }) {
  const shown = useRecordLabel(props.of, String(props.values[props.filter.name]));
  return <Chip {...props} shown={shown} />;
}

function AddFilter({ filters, values, change }: { filters: Filter[] } & Omit<ChipProps, "filter">) {
  const [chosen, setChosen] = useState<Filter>();
  return (
    <Dropdown
      label="Add a filter"
      trigger={({ onClick, ...props }) => (
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          {...props}
          onClick={() => {
            setChosen(filters.length === 1 ? filters[0] : undefined);
            onClick();
          }}
        >
          Filter
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
          filters.map((filter) => (
            <DropdownItem key={filter.name} onClick={() => setChosen(filter)}>
              {filter.title}
            </DropdownItem>
          ))
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
            <RecordChip key={filter.name} filter={filter} values={values} change={change} of={filter.of} />
          ) : (
            <Chip key={filter.name} filter={filter} values={values} change={change} />
          ),
        )}
      {unused.length > 0 && <AddFilter filters={unused} values={values} change={change} />}
    </>
  );
}
