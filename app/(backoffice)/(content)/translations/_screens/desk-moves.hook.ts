"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { useKeys } from "@/components/kit/keys";
import { t } from "@/texts/t";
import type { Move } from "./desk-row.part";
import type { Row } from "./desk-row.rules";

const cellsOf = () => [...document.querySelectorAll<HTMLElement>("main [data-cell]")];
const isGap = (cell: HTMLElement) => cell.dataset.gap !== undefined;

function enter(cell: HTMLElement | undefined) {
  cell?.focus();
  if (cell instanceof HTMLTextAreaElement) cell.select();
  cell?.scrollIntoView({ block: "nearest" });
}

interface Page {
  items: Row[] | undefined;
  isStale: boolean;
  hasMore: boolean;
  page: number;
  /** the list holds gaps alone, so what was saved is gone from it when it is asked for again */
  onlyMissing: boolean;
  go: (page: number) => void;
  again: () => void;
}

/** Moves from cell to cell, and on to the next page where this one ends. */
export function useMoves({ items, isStale, hasMore, page, onlyMissing, go, again }: Page) {
  const wanted = useRef<Move>(undefined);
  const arrive = useEffectEvent((come: typeof items, isOld: boolean) => {
    if (!wanted.current || isOld || !come) return;
    const to = wanted.current;
    wanted.current = undefined;
    const cells = cellsOf();
    if (to !== "gap") return enter(to === "previous" ? cells.at(-1) : cells[0]);
    const gap = cells.find(isGap);
    if (gap) enter(gap);
    else if (hasMore) {
      wanted.current = "gap";
      go(page + 1);
    }
  });
  useEffect(() => arrive(items, isStale), [items, isStale]);

  const move = async (from: HTMLElement | undefined, to: Move, saved: Promise<boolean>) => {
    const cells = cellsOf();
    const at = from ? cells.indexOf(from) : -1;
    const rest = cells.slice(at + 1);
    const target = to === "previous" ? cells[at - 1] : to === "next" ? rest[0] : rest.find(isGap);
    if (target) return enter(target);
    const isSaved = await saved;
    if (to === "previous") {
      if (page === 1) return;
      wanted.current = to;
      go(page - 1);
    } else if (onlyMissing && isSaved && page === 1) {
      wanted.current = to;
      again();
    } else if (hasMore) {
      wanted.current = to;
      go(page + 1);
    }
  };
  useKeys(t("In a list"), [{ key: "F8", does: t("Next missing translation") }]);
  const first = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "F8" || event.defaultPrevented) return;
    event.preventDefault();
    void move(undefined, "gap", Promise.resolve(true));
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => first(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return move;
}
