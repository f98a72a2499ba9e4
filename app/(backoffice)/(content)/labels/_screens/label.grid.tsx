"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { type RefObject, useRef } from "react";
import { listOf } from "@/components/kit/list/definition";
import { ListView } from "@/components/kit/list/list-view";
import list from "@/components/kit/list/resource-list.module.css";
import type { Selection } from "@/components/kit/list/selection";
import { EmptyState } from "@/components/kit/list/states";
import { rowsOf, useList, type View } from "@/components/kit/list/use-list";
import { PageHeader } from "@/components/kit/page-header";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { labelImport, labels } from "../label.resource";
import { type Completeness, CompletenessBars } from "./completeness";
import { GridToolbar } from "./grid-toolbar";
import { labelShows } from "./label.columns";
import styles from "./label.grid.module.css";
import { LabelRow } from "./label-row";
import { useCellMoves } from "./use-cell-moves";

const definition = listOf(labels, labelShows);

interface TableProps {
  view: View;
  languages: Completeness;
  sourceId: string;
  languageId: string;
  selection: Selection | undefined;
  tableRef: RefObject<HTMLTableElement | null>;
  onMove: ReturnType<typeof useCellMoves>;
}

/** A row a label, each with its translation open to be typed in. */
function Grid({ view, languages, sourceId, languageId, selection, tableRef, onMove }: TableProps) {
  const rows = rowsOf(labels, view);
  const mayWrite = selection !== undefined;
  const named = (id: string) => languages.find((language) => language.languageId === id);
  return (
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
              {selection && (
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
              <th scope="col">{named(sourceId)?.name ?? "Source"}</th>
              <th scope="col">{named(languageId)?.name ?? "Translation"}</th>
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <LabelRow
                key={`${row.id}.${languageId}`}
                row={row}
                sourceId={sourceId}
                languageId={languageId}
                lang={named(languageId)?.code}
                sourceLang={named(sourceId)?.code}
                mayWrite={mayWrite}
                isChosen={selection?.has(row.id) ?? false}
                onChoose={(range) => selection?.toggle(row.id, range)}
                onMove={onMove}
              />
            ))}
          </tbody>
        </table>
      </div>
      {mayWrite && (
        <p className={styles.keys}>
          <kbd>Enter</kbd> saves and goes on, <kbd>Ctrl Enter</kbd> to the next gap, <kbd>Shift Enter</kbd> for a new
          line, <kbd>Esc</kbd> takes back.
        </p>
      )}
    </>
  );
}

/**
 * A translator's workplace: the source at the left, the translation at the right, always open to be typed in. Languages,
 * filters, order and page are in the URL, so that a copied link shows the same gaps.
 */
export function LabelGrid() {
  const view = useList(definition, { store: "url" });
  const { state, change } = view;
  const mayWrite = useMay()(labels.may.write);
  const moduleId = state.filters.moduleId === undefined ? undefined : String(state.filters.moduleId);
  const languages = trpc.labels.completeness.useQuery({ moduleId }, { placeholderData: (before) => before }).data ?? [];
  const main = languages.find(({ isDefault }) => isDefault)?.languageId ?? "";
  const sourceId = useSearchParams().get("source") ?? main;
  const languageId = String(state.filters.languageId ?? main);
  const onlyMissing = state.filters.searchIn === "not_translated";
  const tableRef = useRef<HTMLTableElement>(null);
  const move = useCellMoves({ tableRef, view, onlyMissing });
  const removeMany = trpc.labels.removeMany.useMutation();
  const restoreMany = trpc.labels.restoreMany.useMutation();

  const remove = async (ids: string[]) => {
    const { deleted } = await removeMany.mutateAsync({ ids });
    return {
      text: deleted === 1 ? "1 label deleted" : `${deleted} labels deleted`,
      undo: () => restoreMany.mutateAsync({ ids }),
    };
  };
  return (
    <div className={list.page}>
      <PageHeader
        title={labels.heading}
        actions={
          mayWrite && (
            <>
              <Button variant="default" component={Link} href={`${labelImport.at}?languageId=${languageId}`}>
                Import CSV
              </Button>
              <Button component={Link} href={labels.create?.href ?? labels.at}>
                {labels.create?.title}
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
      <ListView
        isPage
        view={view}
        title={labels.many}
        empty="Labels are the words of the apps' screens. Import a CSV file of names and values, or create the first one."
        bulk={[
          {
            title: "Delete",
            needs: labels.may.write,
            danger: true,
            run: remove,
            ask: (count) => (count === 1 ? "Delete 1 label?" : `Delete ${count} labels?`),
          },
        ]}
        tools={
          <GridToolbar
            languages={languages}
            sourceId={sourceId}
            languageId={languageId}
            state={state}
            change={change}
          />
        }
        nothing={
          onlyMissing &&
          state.page === 1 && (
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
          )
        }
        table={(selection) => (
          <Grid
            view={view}
            languages={languages}
            sourceId={sourceId}
            languageId={languageId}
            selection={selection}
            tableRef={tableRef}
            onMove={move}
          />
        )}
      />
    </div>
  );
}
