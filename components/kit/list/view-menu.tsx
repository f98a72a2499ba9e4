"use client";

import { ActionIcon } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { Dropdown, DropdownNote } from "@/components/ui/dropdown";
import { t } from "@/texts/t";
import { moved, toggledColumn, within } from "./columns.rules";
import type { AnyColumn, AnyList } from "./definition";
import styles from "./toolbar.module.css";
import { type ChangeState, type ListState, sortFieldOf } from "./url";

interface Props {
  list: AnyList;
  state: ListState;
  change: ChangeState;
}

/** Which columns are shown and how dense; on a phone, which has no column heads, also the order. */
export function ViewMenu({ list, state, change }: Props) {
  const all = list.columns.map(({ key }) => key);
  const toggle = (key: string) => change(({ columns }) => ({ columns: toggledColumn(all, columns, key) }), true);
  const inOrder = [...state.columns, ...all.filter((key) => !state.columns.includes(key))];
  /** Shift and an arrow key: up and down move a column that shows, left and right make it narrower and wider. */
  const onKey = (event: KeyboardEvent, column: AnyColumn) => {
    const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 };
    const step = steps[event.key];
    if (!event.shiftKey || step === undefined || !state.columns.includes(column.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const { key, width } = column;
    change(({ columns, widths }) => {
      if (event.key === "ArrowUp" || event.key === "ArrowDown") return { columns: moved(columns, key, step) };
      const now = widths[key] ?? (Number.parseInt(width ?? "", 10) || 160);
      return { widths: { ...widths, [key]: within(now + step * 20) } };
    }, true);
  };
  const term = state.sort[0];
  return (
    <Dropdown
      label={t("View")}
      align="right"
      trigger={(props) => (
        <ActionIcon variant="default" aria-label={t("Columns and density")} {...props}>
          <IconAdjustmentsHorizontal size={16} stroke={1.7} />
        </ActionIcon>
      )}
    >
      {() => (
        <>
          <div className={styles.onPhone}>
            <DropdownNote>{t("Order")}</DropdownNote>
            <select
              className={styles.field}
              aria-label={t("Order")}
              value={term ? `${term.field}:${term.direction}` : ""}
              onChange={(event) => {
                const [field = "", direction] = event.target.value.split(":");
                change({ sort: field ? [{ field, direction: direction === "desc" ? "desc" : "asc" }] : [] });
              }}
            >
              <option value="">{t("Default order")}</option>
              {list.columns.filter(sortFieldOf).map((column) => (
                <optgroup key={column.key} label={column.title}>
                  <option value={`${sortFieldOf(column)}:asc`}>
                    {t("{title}, ascending", { title: column.title })}
                  </option>
                  <option value={`${sortFieldOf(column)}:desc`}>
                    {t("{title}, descending", { title: column.title })}
                  </option>
                </optgroup>
              ))}
            </select>
            <div className={styles.rule} />
          </div>
          <DropdownNote>{t("Columns")}</DropdownNote>
          {inOrder.map((key) => {
            const column = list.columns.find((one) => one.key === key);
            return (
              column && (
                <label key={key} className={styles.check}>
                  <input
                    type="checkbox"
                    checked={state.columns.includes(key)}
                    onChange={() => toggle(key)}
                    onKeyDown={(event) => onKey(event, column)}
                  />
                  {column.title}
                </label>
              )
            );
          })}
          <DropdownNote>{t("Shift and the arrow keys move a column and change its width.")}</DropdownNote>
          <div className={styles.rule} />
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={state.density === "comfortable"}
              onChange={(event) => change({ density: event.target.checked ? "comfortable" : "compact" }, true)}
            />
            {t("More space between rows")}
          </label>
        </>
      )}
    </Dropdown>
  );
}
