"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useRef, useState } from "react";
import { anyList } from "@/components/kit/list/definition";
import { ListFoot } from "@/components/kit/list/foot";
import { useListKeys } from "@/components/kit/list/keys";
import list from "@/components/kit/list/resource-list.module.css";
import { useSelection } from "@/components/kit/list/selection";
import { EmptyState, ErrorState, NoMatch } from "@/components/kit/list/states";
import toolbar from "@/components/kit/list/toolbar.module.css";
import { countInput } from "@/components/kit/list/url";
import { useList } from "@/components/kit/list/use-list";
import { PageHeader } from "@/components/kit/page-header";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { CompletenessBars } from "./completeness";
import { GridToolbar } from "./grid-toolbar";
import { labelList } from "./label.columns";
import styles from "./label.grid.module.css";
import { LabelRow } from "./label-row";
import { useCellMoves } from "./use-cell-moves";

const BulkBar = dynamic(() => import("@/components/kit/list/bulk-bar").then((module) => module.BulkBar), {
  loading: () => <div className={toolbar.waiting} />,
});
const ExportDialog = dynamic(() => import("@/components/kit/list/export-dialog").then((m) => m.ExportDialog), {
  ssr: false,
});

/**
 * A translator's workplace: the source at the left, the translation at the right, always open to be typed in. Languages,
 * filters, order and page are in the URL, so that a copied link shows the same gaps.
 */
export function LabelGrid() {
  const definition = useMemo(() => anyList(labelList), []);
  const view = useList(definition);
  const { state, change, total } = view;
  const rows = view.rows as RowOf<"labels">[] | undefined; // `labels` is what the definition names
  const mayWrite = useMay()("label.write");
  const moduleId = state.filters.moduleId === undefined ? undefined : String(state.filters.moduleId);
  const languages = trpc.labels.completeness.useQuery({ moduleId }, { placeholderData: (before) => before }).data ?? [];
  const params = useSearchParams();
  const main = languages.find(({ isDefault }) => isDefault)?.languageId ?? "";
  const sourceId = params.get("source") ?? main;
  const languageId = String(state.filters.languageId ?? main);
  const code = (id: string) => languages.find((language) => language.languageId === id)?.code;
  const [isExporting, setIsExporting] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  const tableRef = useRef<HTMLTableElement>(null);
  const selection = useSelection(rows?.map(({ id }) => id) ?? [], JSON.stringify(countInput(state)));
  const { client, labels } = trpc.useUtils();

  const onlyMissing = state.filters.searchIn === "not_translated";
  const move = useCellMoves({ tableRef, view, onlyMissing });
  const isFiltered = Object.keys(state.filters).some((name) => name !== "languageId");
  const onSearch = useCallback(
    (keyword: string) => change({ filters: { keyword: keyword || undefined } }, true),
    [change],
  );
  useListKeys({
    search: () => searchRef.current?.focus(),
    move: () => tableRef.current?.querySelector("textarea")?.focus(),
    choose: () => undefined,
    clear: selection.clear,
  });

  const remove = async (ids: string[]) => {
    const { deleted } = await client.labels.removeMany.mutate({ ids });
    return {
      text: deleted === 1 ? "1 label deleted" : `${deleted} labels deleted`,
      undo: async () => {
        await client.labels.restoreMany.mutate({ ids });
        await labels.invalidate();
      },
    };
  };

  return (
    <div className={list.page}>
      <PageHeader
        title="Interface labels"
        actions={
          mayWrite && (
            <>
              <Button variant="default" component={Link} href={`/labels/import?languageId=${languageId}`}>
                Import CSV
              </Button>
              <Button component={Link} href="/labels/new">
                Create label
              </Button>
            </>
          )
        }
      />
      <CompletenessBars
        languages={languages}
        chosen={languageId}
        onChoose={(id) => change({ filters: { languageId: id } })}
      />
      {selection.isSomeChosen ? (
        <BulkBar
          list={definition}
          state={state}
          selection={selection}
          total={total}
          actions={[
            {
              title: "Delete",
              needs: "label.write",
              danger: true,
              run: remove,
              ask: (count) => (count === 1 ? "Delete 1 label?" : `Delete ${count} labels?`),
            },
          ]}
        />
      ) : (
        <GridToolbar
          languages={languages}
          sourceId={sourceId}
          languageId={languageId}
          state={state}
          change={change}
          search={{ inputRef: searchRef, onChange: onSearch }}
        >
          <ActionIcon variant="default" aria-label="Export" onClick={() => setIsExporting(true)}>
            <IconDownload size={16} stroke={1.7} />
          </ActionIcon>
        </GridToolbar>
      )}
      {view.error && !rows ? (
        <ErrorState what="Interface labels" error={view.error} retry={view.retry} />
      ) : rows?.length === 0 && onlyMissing && state.page === 1 ? (
        <EmptyState
          title="Nothing is missing here"
          action={
            <Button variant="default" onClick={() => change({ filters: { searchIn: undefined } })}>
              Show translated labels too
            </Button>
          }
        >
          Every label that matches has a translation in this language.
        </EmptyState>
      ) : rows?.length === 0 && (isFiltered || state.page > 1) ? (
        <NoMatch
          isPastEnd={state.page > 1}
          reset={() => {
            const { languageId, ...others } = state.filters;
            if (state.page > 1) change({ page: 1 });
            else change({ filters: Object.fromEntries(Object.keys(others).map((name) => [name, undefined])) });
          }}
        />
      ) : rows?.length === 0 ? (
        <EmptyState title="No labels yet">
          Labels are the words of the apps' screens. Import a CSV file of names and values, or create the first one.
        </EmptyState>
      ) : (
        <>
          <div className={styles.scroll}>
            <table
              ref={tableRef}
              className={styles.grid}
              aria-label="Interface labels"
              aria-busy={view.isStale || !rows}
              data-stale={(rows && view.isStale) || undefined}
            >
              <thead>
                <tr>
                  {mayWrite && (
                    <th scope="col" className={styles.tick}>
                      <input
                        type="checkbox"
                        aria-label="Choose all on this page"
                        checked={selection.isPageChosen}
                        onChange={selection.togglePage}
                      />
                    </th>
                  )}
                  <th scope="col">Label</th>
                  <th scope="col">{languages.find((one) => one.languageId === sourceId)?.name ?? "Source"}</th>
                  <th scope="col">{languages.find((one) => one.languageId === languageId)?.name ?? "Translation"}</th>
                </tr>
              </thead>
              <tbody>
                {rows?.map((row) => (
                  <LabelRow
                    key={`${row.id}.${languageId}`}
                    row={row}
                    sourceId={sourceId}
                    languageId={languageId}
                    lang={code(languageId)}
                    sourceLang={code(sourceId)}
                    mayWrite={mayWrite}
                    isChosen={selection.has(row.id)}
                    onChoose={(range) => selection.toggle(row.id, range)}
                    onMove={move}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {mayWrite && (
            <p className={styles.keys}>
              <kbd>Enter</kbd> saves and goes on, <kbd>Ctrl Enter</kbd> to the next gap, <kbd>Shift Enter</kbd> for a
              new line, <kbd>Esc</kbd> takes back.
            </p>
          )}
          {rows && <ListFoot state={state} shown={rows.length} total={total} hasMore={view.hasMore} change={change} />}
        </>
      )}
      {isExporting && (
        <ExportDialog list={definition} state={state} total={total} onClose={() => setIsExporting(false)} />
      )}
    </div>
  );
}
