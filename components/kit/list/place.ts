"use client";

import { type RefObject, useLayoutEffect, useSyncExternalStore } from "react";

// Until the window is loaded again: what each list was last asked for, and how far down it was.
const queries = new Map<string, string>();
const offsets = new Map<string, number>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Remembers what the address asks of the list at `path`. */
export function rememberQuery(path: string, query: string) {
  if ((queries.get(path) ?? "") === query) return;
  queries.set(path, query);
  for (const listener of listeners) listener();
}

/** The way to a list as it was left; on the list itself (`isHere`), the way to the whole of it. */
export function useListHref(at: string, isHere: boolean): string {
  const query = useSyncExternalStore(
    subscribe,
    () => queries.get(at) ?? "",
    () => "",
  );
  return isHere || !query ? at : `${at}?${query}`;
}

/** The rows that a list showed last: what it asked for, and what came of it. */
export interface ShownRows {
  input: { page: number; limit: number } & Record<string, unknown>;
  ids: readonly string[];
  hasMore: boolean;
  total: number | undefined;
}
const shown = new Map<string, ShownRows>();

/** Remembers what the list at `path` shows. */
export const rememberRows = (path: string, rows: ShownRows) => void shown.set(path, rows);

/** What the list at `path` showed last, since the window was loaded. */
export const rowsShownAt = (path: string) => shown.get(path);

/** What scrolls: the list's own box, or on a phone the page. */
const scrollerOf = (box: HTMLElement) =>
  getComputedStyle(box).overflowY === "visible" ? (document.scrollingElement ?? box) : box;

/**
 * Keeps how far down a list is, and goes back there when it is shown again.
 * @param key what is shown; undefined while it is not there yet, or where nothing is kept
 */
export function useKeptScroll(root: RefObject<HTMLElement | null>, key: string | undefined) {
  useLayoutEffect(() => {
    const box = root.current?.querySelector<HTMLElement>("[data-list-scroll]");
    if (!box || key === undefined) return;
    const wanted = offsets.get(key) ?? 0;
    const keep = () => {
      if (box.isConnected) offsets.set(key, scrollerOf(box).scrollTop);
    };
    // The router scrolls a page that it opens to its top after the page is drawn. What is told of scrolling before then
    // belongs to what was shown before.
    const frame = requestAnimationFrame(() => {
      scrollerOf(box).scrollTop = wanted;
      box.addEventListener("scroll", keep, { passive: true });
      document.addEventListener("scroll", keep, { passive: true });
    });
    return () => {
      cancelAnimationFrame(frame);
      box.removeEventListener("scroll", keep);
      document.removeEventListener("scroll", keep);
    };
  }, [root, key]);
}
