"use client";

import { type ReactNode, useCallback } from "react";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import { FilterChips } from "./filter-chips";
import { SearchBox } from "./search-box";
import styles from "./toolbar.module.css";
import type { View } from "./use-list";
import { ViewMenu } from "./view-menu";

/** What a list is filtered by, and what of it is shown. `children` stand beside it, such as a switch. */
export function ListToolbar({ view: { list, state, change }, children }: { view: View; children?: ReactNode }) {
  const search = list.filters.find(({ name }) => name === list.search);
  const onSearch = useCallback(
    (value: string) => list.search && change({ filters: { [list.search]: value || undefined } }, true),
    [list.search, change],
  );
  return (
    <>
      <div className={styles.filters}>
        {search && (
          <SearchBox
            title={t("Search by {field}", { field: within(search.title) })}
            value={String(state.filters[search.name] ?? "")}
            onChange={onSearch}
          />
        )}
        <FilterChips filters={list.filters.filter((f) => f !== search)} values={state.filters} change={change} />
      </div>
      {children}
      <ViewMenu list={list} state={state} change={change} />
    </>
  );
}
