"use client";

import { ActionIcon } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { Dropdown, DropdownNote } from "@/components/ui/dropdown";
import type { AnyList } from "./definition";
import styles from "./toolbar.module.css";
import { type ListChange, type ListState, sortFieldOf } from "./url";

interface Props {
  list: AnyList;
  state: ListState;
  change: (change: ListChange, replace?: boolean) => void;
}

/** Which columns are shown and how dense; on a phone, which has no column heads, also the order. */
export function ViewMenu({ list, state, change }: Props) {
  const toggle = (key: string) => {
    const wanted = state.columns.includes(key) ? state.columns.filter((one) => one !== key) : [...state.columns, key];
    const columns = list.columns.map((column) => column.key).filter((one) => wanted.includes(one));
    if (columns.length > 0) change({ columns }, true);
  };
  const term = state.sort[0];
  return (
    <Dropdown
      label="View"
      align="right"
      trigger={(props) => (
        <ActionIcon variant="default" aria-label="Columns and density" {...props}>
          <IconAdjustmentsHorizontal size={16} stroke={1.7} />
        </ActionIcon>
      )}
    >
      {() => (
        <>
          <div className={styles.onPhone}>
            <DropdownNote>Order</DropdownNote>
            <select
              className={styles.field}
              aria-label="Order"
              value={term ? `${term.field}:${term.direction}` : ""}
              onChange={(event) => {
                const [field = "", direction] = event.target.value.split(":");
                change({ sort: field ? [{ field, direction: direction === "desc" ? "desc" : "asc" }] : [] });
              }}
            >
              <option value="">Default order</option>
              {list.columns.filter(sortFieldOf).map((column) => (
                <optgroup key={column.key} label={column.title}>
                  <option value={`${sortFieldOf(column)}:asc`}>{column.title}, rising</option>
                  <option value={`${sortFieldOf(column)}:desc`}>{column.title}, falling</option>
                </optgroup>
              ))}
            </select>
            <div className={styles.rule} />
          </div>
          <DropdownNote>Columns</DropdownNote>
          {list.columns.map((column) => (
            <label key={column.key} className={styles.check}>
              <input type="checkbox" checked={state.columns.includes(column.key)} onChange={() => toggle(column.key)} />
              {column.title}
            </label>
          ))}
          <div className={styles.rule} />
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={state.density === "comfortable"}
              onChange={(event) => change({ density: event.target.checked ? "comfortable" : "compact" }, true)}
            />
            More room between rows
          </label>
        </>
      )}
    </Dropdown>
  );
}
