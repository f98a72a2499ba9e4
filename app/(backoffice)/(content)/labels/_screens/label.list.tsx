"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { columnsOf, listOf } from "@/components/kit/list/definition";
import { ListView } from "@/components/kit/list/list-view";
import list from "@/components/kit/list/resource-list.module.css";
import { EmptyState } from "@/components/kit/list/states";
import { useList, type View } from "@/components/kit/list/use-list";
import { PageHeader } from "@/components/kit/page-header";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { counted } from "@/server/kit/count.rules";
import { labelImport, labels } from "../label.resource";
import { LabelName, LabelSource, labelShows } from "./label.columns";
import styles from "./label.module.css";
import { LabelCell, type Move, textIn } from "./label-cell.field";
import { CompletenessBars } from "./label-completeness.field";
import { LabelFilters } from "./label-filters.field";

const definition = listOf(labels, labelShows);

const cellsOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLTextAreaElement>("textarea[data-cell]")];
const isGap = (cell: HTMLTextAreaElement) => cell.value.trim() === "";

/** The cell to go to from `from`; undefined where the page has no more of them in that direction. */
function targetOf(cells: HTMLTextAreaElement[], from: HTMLElement, to: Move) {
  const at = cells.indexOf(from as HTMLTextAreaElement);
  if (to === "previous") return cells[at - 1];
  const rest = cells.slice(at + 1);
  return to === "next" ? rest[0] : rest.find(isGap);
}

function enter(cell: HTMLTextAreaElement | undefined) {
  cell?.focus();
  cell?.select();
  cell?.scrollIntoView({ block: "nearest" });
}

/**
 * Moves from cell to cell, and on to the next page where this one ends.
 * @param onlyMissing the list holds gaps alone, so what was saved is gone from it when it is asked for again
 */
function useCellMoves({ rows, isStale, state, hasMore, change, retry }: View, onlyMissing: boolean) {
  const wanted = useRef<{ to: Move; table: HTMLElement }>(undefined);
  // Another page's rows have come.
  const arrive = useEffectEvent((come: typeof rows, isOld: boolean) => {
    if (!wanted.current || isOld || !come) return;
    const { to, table } = wanted.current;
    wanted.current = undefined;
    const all = cellsOf(table);
    enter(to === "previous" ? all.at(-1) : to === "missing" ? (all.find(isGap) ?? all[0]) : all[0]);
  });
  useEffect(() => arrive(rows, isStale), [rows, isStale]);

  return async (from: HTMLElement, to: Move, saved: Promise<boolean>) => {
    const table = from.closest("table");
    if (!table) return;
    const target = targetOf(cellsOf(table), from, to);
    if (target) return enter(target);
    const isSaved = await saved;
    if (to === "previous") {
      if (state.page === 1) return;
      wanted.current = { to, table };
      change({ page: state.page - 1 });
    } else if (onlyMissing && isSaved && state.page === 1) {
      // The gaps that were filled are no longer in the list, so its first page holds the next ones.
      wanted.current = { to, table };
      retry();
    } else if (hasMore) {
      wanted.current = { to, table };
      change({ page: state.page + 1 });
    }
  };
}

/**
 * A translator's workplace: the source at the left, the translation at the right, always open to be typed in. Languages,
 * filters, order and page are in the URL, so that a copied link shows the same gaps.
 */
export function LabelList() {
  const view = useList(definition, { store: "url" });
  const { state, change } = view;
  const mayWrite = useMay()(labels.may.write);
  const moduleId = state.filters.moduleId === undefined ? undefined : String(state.filters.moduleId);
  const languages = trpc.labels.completeness.useQuery({ moduleId }, { placeholderData: (before) => before }).data ?? [];
  const main = languages.find(({ isDefault }) => isDefault)?.languageId ?? "";
  const sourceId = useSearchParams().get("source") ?? main;
  const languageId = String(state.filters.languageId ?? main);
  const languageOf = (id: string) => languages.find((language) => language.languageId === id);
  const [source, target] = [languageOf(sourceId), languageOf(languageId)];
  const onlyMissing = state.filters.searchIn === "not_translated";
  const move = useCellMoves(view, onlyMissing);
  const removeMany = trpc.labels.removeMany.useMutation();
  const restoreMany = trpc.labels.restoreMany.useMutation();

  const remove = async (ids: string[]) => {
    const { deleted } = await removeMany.mutateAsync({ ids });
    return {
      text: `${counted(deleted, "label")} deleted`,
      undo: () => restoreMany.mutateAsync({ ids }),
    };
  };
  const columns = columnsOf(labels, [
    { key: "name", title: "Label", width: "30%", isLong: true, cell: (row) => <LabelName row={row} /> },
    {
      key: "description",
      title: source?.name ?? "Source",
      width: "35%",
      isLong: true,
      cell: (row) => <LabelSource text={textIn(row, sourceId)} lang={source?.code} />,
    },
    {
      key: "value",
      title: target?.name ?? "Translation",
      width: "35%",
      isLong: true,
      cell: (row) => (
        <LabelCell
          key={`${row.id}.${languageId}`}
          row={row}
          languageId={languageId}
          source={languageId === main ? undefined : textIn(row, main)}
          lang={target?.code}
          mayWrite={mayWrite}
          onMove={move}
        />
      ),
    },
  ]);
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
        columns={columns}
        empty="Labels are the words of the apps' screens. Import a CSV file of names and values, or create the first one."
        bulk={[
          {
            title: "Delete",
            needs: labels.may.write,
            danger: true,
            run: remove,
            ask: (count) => `Delete ${counted(count, "label")}?`,
          },
        ]}
        tools={
          <LabelFilters
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
        hint={
          mayWrite && (
            <p className={styles.keys}>
              <kbd>Enter</kbd> saves and goes on, <kbd>Ctrl Enter</kbd> to the next gap, <kbd>Shift Enter</kbd> for a
              new line, <kbd>Esc</kbd> takes back.
            </p>
          )
        }
      />
    </div>
  );
}
