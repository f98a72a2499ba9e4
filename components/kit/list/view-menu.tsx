"use client";

import { ActionIcon } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { Dropdown, DropdownNote } from "@/components/ui/dropdown";
import { t } from "@/texts/t";
import type { AnyList } from "./definition";
import styles from "./toolbar.module.css";
import { type ChangeState, type ListState, sortFieldOf } from "./url";

interface Props {
  list: AnyList;
  state: ListState;
  change: ChangeState;
}

/** Which columns are shown and how dense; on a phone, which has no column heads, also the order. */
export function ViewMenu({ list, state, change }: Props) {
  const toggle = (key: string) =>
    change(({ columns: old }) => {
      const wanted = old.includes(key) ? old.filter((one) => one !== key) : [...old, key];
      const columns = list.columns.map((column) => column.key).filter((one) => wanted.includes(one));
      return columns.length > 0 ? { columns } : {};
    }, true);
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
            {t("More space between rows")}
          </label>
        </>
      )}
    </Dropdown>
  );
}
