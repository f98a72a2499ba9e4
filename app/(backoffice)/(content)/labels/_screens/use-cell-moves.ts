"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { View } from "@/components/kit/list/use-list";

type Move = "next" | "previous" | "missing";

interface Options {
  tableRef: RefObject<HTMLTableElement | null>;
  view: View;
  /** the list holds gaps alone, so what was saved is gone from it when it is asked for again */
  onlyMissing: boolean;
}

const isGap = (cell: HTMLTextAreaElement) => cell.value.trim() === "";

/** The cell to go to from `from`; undefined where the page has no more of them in that direction. */
function targetOf(cells: HTMLTextAreaElement[], from: HTMLElement, to: Move) {
  const at = cells.indexOf(from as HTMLTextAreaElement);
  if (to === "previous") return cells[at - 1];
  const rest = cells.slice(at + 1);
  return to === "next" ? rest[0] : rest.find(isGap);
}

/** Moves from cell to cell, and on to the next page where this one ends. */
export function useCellMoves({ tableRef, view, onlyMissing }: Options) {
  const wanted = useRef<Move>(undefined);
  const cells = () => [...(tableRef.current?.querySelectorAll<HTMLTextAreaElement>("textarea[data-cell]") ?? [])];
  const focus = (cell: HTMLTextAreaElement | undefined) => {
    cell?.focus();
    cell?.select();
    cell?.scrollIntoView({ block: "nearest" });
  };

  const { rows, isStale, state, hasMore, change, retry } = view;
  // Another page's rows have come.
  const arrive = useEffectEvent((come: typeof rows, isOld: boolean) => {
    const to = wanted.current;
    if (!to || isOld || !come) return;
    wanted.current = undefined;
    const all = cells();
    focus(to === "previous" ? all.at(-1) : to === "missing" ? (all.find(isGap) ?? all[0]) : all[0]);
  });
  useEffect(() => arrive(rows, isStale), [rows, isStale]);

  return async (from: HTMLElement, to: Move, saved: Promise<boolean>) => {
    const target = targetOf(cells(), from, to);
    if (target) {
      focus(target);
      return;
    }
    const isSaved = await saved;
    if (to === "previous") {
      if (state.page === 1) return;
      wanted.current = to;
      change({ page: state.page - 1 });
    } else if (onlyMissing && isSaved && state.page === 1) {
      // The gaps that were filled are no longer in the list, so its first page holds the next ones.
      wanted.current = to;
      retry();
    } else if (hasMore) {
      wanted.current = to;
      change({ page: state.page + 1 });
    }
  };
}
