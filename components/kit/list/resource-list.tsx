"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import type { Permission } from "@/server/permissions";
import { PageHeader } from "../page-header";
import { problemOf } from "../problem";
import type { ListName, RowOf } from "../resource";
import { useMay } from "../viewer";
import type { BulkAction } from "./bulk-bar";
import { type AnyList, type AnyRow, anyList, type ListDefinition } from "./definition";
import { FilterChips } from "./filter-chips";
import { ListFoot } from "./foot";
import { useListKeys } from "./keys";
import styles from "./resource-list.module.css";
import { SearchBox } from "./search-box";
import { useSelection } from "./selection";
import { BadAddress, EmptyState, ErrorState, NoMatch } from "./states";
import { ListTable } from "./table";
import toolbar from "./toolbar.module.css";
import { countInput, namesOf, toggledSort } from "./url";
import { useList } from "./use-list";
import { ViewMenu } from "./view-menu";

// With something to show meanwhile the first tick stands at once; without, React holds it back until the bar is loaded.
const BulkBar = dynamic(() => import("./bulk-bar").then((module) => module.BulkBar), {
  loading: () => <div className={toolbar.waiting} />,
});
const ExportDialog = dynamic(() => import("./export-dialog").then((module) => module.ExportDialog), { ssr: false });

/** "Serial number" → "serial number", and "PERS device" stays. */
const withinSentence = (title: string) => title.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());

/** The filters of the address that the server could not read, by their titles; undefined where that is not what is wrong. */
function wrongFilters(list: AnyList, error: unknown): string | undefined {
  const problem = problemOf(error);
  if (problem?.status !== 400) return undefined;
  const paths = new Set(problem.errors?.map(({ path }) => path));
  const titles = list.filters.filter((filter) => namesOf(filter).some((name) => paths.has(name))).map((f) => f.title);
  return titles.join(", ") || "its order";
}

interface Props<N extends ListName> {
  list: ListDefinition<N>;
  title: string;
  /** why the list may be empty and what to do then, such as "A model says which devices share their firmware." */
  empty: string;
  /** a row's own page */
  href?: (row: RowOf<N>) => string;
  /** the one primary action */
  create?: { title: string; href: string; needs: Permission };
  /** in place of `create` where that is no link, or beside it */
  actions?: ReactNode;
  bulk?: BulkAction[];
}

/** A list screen: filters, order, page, columns and density live in the URL, so that a copied link shows the same rows. */
export function ResourceList<N extends ListName>({ title, empty, create, actions, bulk, ...props }: Props<N>) {
  const list = useMemo(() => anyList(props.list), [props.list]);
  const href = props.href as ((row: AnyRow) => string) | undefined; // rows come from this very list's router
  const router = useRouter();
  const pathname = usePathname();
  const may = useMay();
  const view = useList(list);
  const { state, change, rows, total } = view;
  const [isExporting, setIsExporting] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  const tableRef = useRef<HTMLTableElement>(null);

  const bulkActions = bulk?.filter((action) => may(action.needs)) ?? [];
  const selection = useSelection(rows?.map(({ id }) => id) ?? [], JSON.stringify(countInput(state)));
  const columns = list.columns.filter(({ key }) => state.columns.includes(key));
  const search = list.filters.find(({ name }) => name === list.search);
  const mayCreate = create && may(create.needs) ? create : undefined;
  const isFiltered = Object.keys(state.filters).length > 0;

  const onSearch = useCallback(
    (value: string) => list.search && change({ filters: { [list.search]: value || undefined } }, true),
    [list.search, change],
  );
  const focusedRow = () => document.activeElement?.closest<HTMLElement>("tr[data-id]");
  useListKeys({
    search: () => searchRef.current?.focus(),
    create: mayCreate && (() => router.push(mayCreate.href)),
    move: (by) => {
      const all = [...(tableRef.current?.querySelectorAll<HTMLElement>("tr[data-id]") ?? [])];
      const row = focusedRow();
      const next = all[row ? Math.min(Math.max(all.indexOf(row) + by, 0), all.length - 1) : 0];
      // The link before the tick, so that Enter opens the row.
      (next?.querySelector<HTMLElement>("td a") ?? next?.querySelector<HTMLElement>("input"))?.focus();
      next?.scrollIntoView({ block: "nearest" });
    },
    choose: () => {
      const id = focusedRow()?.dataset.id;
      if (id && bulkActions.length > 0) selection.toggle(id);
    },
    clear: selection.clear,
  });

  const wrong = wrongFilters(list, view.error);
  const createButton = mayCreate && (
    <Button component={Link} href={mayCreate.href} prefetch={false}>
      {mayCreate.title}
    </Button>
  );
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        actions={
          <>
            {actions}
            {createButton}
          </>
        }
      />
      {selection.isSomeChosen ? (
        <BulkBar list={list} state={state} selection={selection} total={total} actions={bulkActions} />
      ) : (
        <div className={toolbar.toolbar}>
          <div className={toolbar.filters}>
            {search && (
              <SearchBox
                title={`Search by ${withinSentence(search.title)}`}
                value={String(state.filters[search.name] ?? "")}
                onChange={onSearch}
                inputRef={searchRef}
              />
            )}
            <FilterChips filters={list.filters.filter((f) => f !== search)} values={state.filters} change={change} />
          </div>
          <ViewMenu list={list} state={state} change={change} />
          <ActionIcon variant="default" aria-label="Export" onClick={() => setIsExporting(true)}>
            <IconDownload size={16} stroke={1.7} />
          </ActionIcon>
        </div>
      )}
      {view.error && !rows && wrong ? (
        <BadAddress names={wrong} reset={() => router.replace(pathname)} />
      ) : view.error && !rows ? (
        <ErrorState what="The list" error={view.error} retry={view.retry} />
      ) : rows?.length === 0 && (isFiltered || state.page > 1) ? (
        <NoMatch
          isPastEnd={state.page > 1}
          reset={() =>
            state.page > 1
              ? change({ page: 1 })
              : change({ filters: Object.fromEntries(Object.keys(state.filters).map((name) => [name, undefined])) })
          }
        />
      ) : rows?.length === 0 ? (
        <EmptyState title={`No ${title} yet`} action={createButton}>
          {empty}
        </EmptyState>
      ) : (
        <>
          <ListTable
            title={title}
            columns={columns}
            rows={rows}
            state={state}
            isStale={view.isStale}
            href={href}
            selection={bulkActions.length > 0 ? selection : undefined}
            onSort={(field, also) => change({ sort: toggledSort(state.sort, field, also) })}
            tableRef={tableRef}
          />
          {rows && <ListFoot state={state} shown={rows.length} total={total} hasMore={view.hasMore} change={change} />}
        </>
      )}
      {isExporting && <ExportDialog list={list} state={state} total={total} onClose={() => setIsExporting(false)} />}
    </div>
  );
}
