import { type RefObject, useEffect, useRef, useState } from "react";
import type { View } from "./use-list";

const rowsIn = (root: HTMLElement | null) => [...(root?.querySelectorAll<HTMLElement>("tr[data-id]") ?? [])];
const focusedRow = () => document.activeElement?.closest<HTMLElement>("tr[data-id]") ?? undefined;

/** Gives a row the focus: what is typed into, else the link before the tick, so that Enter opens the row. */
function focus(row: HTMLElement | undefined) {
  // not a text
  const targets = ["[data-cell]", "td a", "input"].map((selector) => row?.querySelector<HTMLElement>(selector));
  targets.find(Boolean)?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

/**
 * The row that has the focus, and the one that is looked at beside the list. While one is looked at, the arrows go on to
 * the next page.
 * @param canPeek whether the list shows its rows beside it
 */
export function usePeek(root: RefObject<HTMLElement | null>, view: View, canPeek: boolean) {
  const { rows, isStale, state, hasMore, change } = view;
  const [id, setId] = useState<string>();
  const end = useRef<"first" | "last">(undefined);
  const row = canPeek ? rows?.find((one) => one.id === id) : undefined;
  const isOpen = row !== undefined;

  useEffect(() => {
    if (!rows || isStale || end.current === undefined) return;
    const next = rowsIn(root.current).at(end.current === "first" ? 0 : -1);
    end.current = undefined;
    focus(next);
    setId(next?.dataset.id);
  }, [root, rows, isStale]);

  const show = (row: HTMLElement | undefined) => {
    focus(row);
    if (isOpen) setId(row?.dataset.id);
  };
  return {
    row,
    /** moves the focus by that many rows */
    move: (by: number) => {
      if (end.current !== undefined && isStale) return; // the next page is on its way
      const all = rowsIn(root.current);
      const at = focusedRow() ?? all.find(({ dataset }) => isOpen && dataset.id === id);
      const wanted = at ? all.indexOf(at) + by : 0;
      const turned = state.page + Math.sign(by);
      if (isOpen && (wanted < 0 ? turned > 0 : wanted >= all.length && hasMore)) {
        end.current = by > 0 ? "first" : "last";
        return change({ page: turned });
      }
      show(all[Math.min(Math.max(wanted, 0), all.length - 1)]);
    },
    /** opens it for the row that has the focus, or the first one; closes it where it is open */
    toggle: () => {
      if (isOpen) return setId(undefined);
      const at = focusedRow() ?? rowsIn(root.current)[0];
      focus(at);
      setId(at?.dataset.id);
    },
    open: setId,
    close: () => setId(undefined),
  };
}

/** The id of the row that has the focus. */
export const focusedId = () => focusedRow()?.dataset.id;
