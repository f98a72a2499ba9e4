"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useBase } from "../base";
import type { ListName, Resource, RowOf } from "../resource";
import { hooksOf, useCacheOf } from "../resource-hooks";
import type { AnyList, AnyRow } from "./definition";
import { exportUrl, type FileFormat } from "./export-url";
import { rememberQuery, rememberRows } from "./place";
import { addressOf, type Base, effective, isChanged, layoutNames, type Query, toSave } from "./saved.rules";
import {
  type ChangeState,
  changedUrl,
  countInput,
  type Fixed,
  isDeep,
  type ListState,
  readUrl,
  rowsInput,
} from "./url";
import type { Saved } from "./use-saved";

const never = () => () => undefined;
/** False while the server's HTML is taken over, which may have been written before the total was counted. */
const useIsTakenOver = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

type Change = (query: string) => string;

const isLayout = (name: string) => layoutNames.some((one) => one === name);

/** Where a list keeps what was chosen: in the page's address, so that it can be sent to somebody, or here, in what stands on a page. */
function useStore(store: "url" | "here") {
  const path = usePathname();
  const address = useSearchParams().toString();
  const [here, setHere] = useState("");
  useEffect(() => {
    if (store === "url") rememberQuery(path, address);
  }, [store, path, address]);
  const write = useCallback(
    (change: Change, replace: boolean) => {
      if (store === "here") return setHere(change);
      const query = change(window.location.search);
      window.history[replace ? "replaceState" : "pushState"](null, "", query ? `${path}?${query}` : path);
    },
    [store, path],
  );
  return [store === "here" ? here : address, write] as const;
}

interface Options extends Fixed {
  store: "url" | "here";
  /** the views of a list that is a page */
  saved?: Saved;
  /** what of a view the reader may not use, by the names of its address */
  bars?: (query: Query) => string[];
}

const noBase: Base = { query: {} };

interface FileOptions {
  filters?: ListState["filters"];
  /** all columns of the list instead of those that show */
  isAll?: boolean;
}

/** A list's state, and what it asks the server: first the rows, then the total. */
export function useList(list: AnyList, { store, where, sort, saved, bars }: Options) {
  const base = useBase();
  const fixed = { where: { ...base.where, ...where }, sort };
  const [query, write] = useStore(store);
  const { from, all, own } = useMemo(() => {
    const own = new URLSearchParams(query);
    const from = saved?.base(own) ?? noBase;
    return { from, own, all: effective(from, own) };
  }, [saved?.base, query]);
  const state = useMemo(() => readUrl(list, all), [list, all]);
  const missing = useMemo(() => (from.viewId && bars ? bars(Object.fromEntries(all)) : []), [from, bars, all]);
  const isHeld = from.isGone || missing.length > 0;

  /**
   * Changes the state; `replace` where going back should not stop, as between two letters of a search. A change that
   * depends on the state is a function of it: a second click may come before the first one shows.
   */
  const change: ChangeState = useCallback(
    (change, replace = false) =>
      write((query) => {
        const own = new URLSearchParams(query);
        const from = saved?.base(own) ?? noBase;
        const params = effective(from, own);
        const wanted = typeof change === "function" ? change(readUrl(list, params)) : change;
        const next = new URLSearchParams(changedUrl(list, params, wanted));
        if (!saved) return next.toString();
        if (!from.viewId && layoutNames.some((name) => wanted[name] !== undefined))
          saved.setLayout(Object.fromEntries([...next].filter(([name]) => isLayout(name))));
        return addressOf(from, saved.settings, next);
      }, replace),
    [list, write, saved],
  );

  const hooks = hooksOf(list.name);
  const mayAsk = !isHeld && (saved?.isKnown ?? true);
  const cache = useCacheOf(list.name);
  /** Asks for the rows of a state that is about to come, for its button is pressed; those of a page far back wait for the total. */
  const askAhead = (params: URLSearchParams) => {
    const next = readUrl(list, params);
    const isBarred = (bars?.(Object.fromEntries(params)).length ?? 0) > 0;
    if (mayAsk && !isDeep(next) && !isBarred) void cache.rows.prefetch(rowsInput(next, fixed));
  };

  const count = hooks.count.useQuery(countInput(state, fixed), { enabled: mayAsk });
  const total = count.data?.totalItems;
  // A page far back is read from the end, which takes the total.
  const waits = isDeep(state) && total === undefined && !count.isError;
  const input = { ...rowsInput(state, fixed), ...(isDeep(state) && total !== undefined && { knownTotal: total }) };
  const isTakenOver = useIsTakenOver();
  const rows = hooks.rows.useQuery(input, { placeholderData: keepPreviousData, enabled: mayAsk && !waits });
  const path = usePathname();
  useEffect(() => {
    if (store !== "url" || isHeld || rows.isPlaceholderData || !rows.data) return;
    const { items, hasMore } = rows.data;
    rememberRows(path, { input: rowsInput(state, fixed), ids: items.map(({ id }) => id), hasMore, total });
  });

  return {
    list,
    state,
    /** when the rows came, as `Date.now` has it */
    rowsAt: rows.dataUpdatedAt,
    /** asks for the first row of the first page alone */
    newest: rowsInput({ ...state, page: 1, limit: 1 }, fixed),
    /** what the rows are asked by: what was chosen, and what is not up to the person */
    filters: countInput(state, fixed),
    change,
    /** as `change`, before it is done */
    ahead: (change: Parameters<ChangeState>[0]) =>
      askAhead(new URLSearchParams(changedUrl(list, all, typeof change === "function" ? change(state) : change))),
    /** as `go`, before it is done */
    goAhead: (query: string) => {
      const own = new URLSearchParams(query);
      const from = saved?.base(own) ?? noBase;
      if (!from.isGone) askAhead(effective(from, own));
    },
    /** forgets all that was chosen */
    reset: () => write(() => "", true),
    /** the view that is open, where there is one */
    viewId: from.viewId,
    /** the view that the address names is not there for the reader */
    isGone: from.isGone ?? false,
    /** what of the view the reader may not use, by the names of its address: no rows are shown */
    missing,
    isChanged: saved !== undefined && from.viewId !== undefined && !from.isGone && isChanged(from, own),
    /** the list as it stands, as a view keeps it */
    query: toSave(list, all),
    /** goes to another address of the list */
    go: (query: string) => write(() => query, false),
    total: isTakenOver && !isHeld ? total : undefined,
    rows: isHeld ? [] : (rows.data?.items as AnyRow[] | undefined), // the kit reads cells by path only
    hasMore: rows.data?.hasMore ?? false,
    error: rows.error,
    retry: () => {
      rows.refetch();
      count.refetch();
    },
    /** the rows shown belong to an earlier question */
    isStale: rows.isPlaceholderData || (rows.isFetching && !rows.data),
    /** the address of all rows as a file, with the columns and the order of the screen; `filters` in place of the screen's */
    fileOf: (format: FileFormat, { filters = state.filters, isAll = false }: FileOptions = {}) =>
      exportUrl(list, { ...state, filters }, format, isAll, fixed),
  };
}

export type View = ReturnType<typeof useList>;

/** The rows of a list as its resource's router gives them, for a screen that does more with them than show them. */
export const rowsOf = <N extends ListName>(_of: Resource<N>, { rows }: View) => rows as RowOf<N>[] | undefined; // it asked that router
