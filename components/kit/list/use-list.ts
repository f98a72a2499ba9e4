"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { hooksOf } from "../resource";
import type { AnyList, AnyRow } from "./definition";
import { changedUrl, countInput, isDeep, type ListChange, readUrl, rowsInput } from "./url";

const never = () => () => undefined;
/** False while the server's HTML is taken over, which may have been written before the total was counted. */
const useIsTakenOver = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** A list's URL as state, and what it asks the server: first the rows, then the total. */
export function useList(list: AnyList) {
  const path = usePathname();
  const search = useSearchParams().toString();
  const state = useMemo(() => readUrl(list, new URLSearchParams(search)), [list, search]);

  /** Writes the URL; `replace` where going back should not stop, as between two letters of a search. */
  const change = useCallback(
    (change: ListChange, replace = false) => {
      const query = changedUrl(list, new URLSearchParams(window.location.search), change);
      window.history[replace ? "replaceState" : "pushState"](null, "", query ? `${path}?${query}` : path);
    },
    [list, path],
  );

  const hooks = hooksOf(list.name);
  const count = hooks.count.useQuery(countInput(state));
  const total = count.data?.totalItems;
  // A page far back is read from the end, which takes the total.
  const waits = isDeep(state) && total === undefined && !count.isError;
  const input = { ...rowsInput(state), ...(isDeep(state) && total !== undefined && { knownTotal: total }) };
  const isTakenOver = useIsTakenOver();
  const rows = hooks.rows.useQuery(input, { placeholderData: keepPreviousData, enabled: !waits });

  return {
    state,
    change,
    total: isTakenOver ? total : undefined,
    rows: rows.data?.items as AnyRow[] | undefined, // the kit reads cells by path only
    hasMore: rows.data?.hasMore ?? false,
    error: rows.error,
    retry: () => {
      rows.refetch();
      count.refetch();
    },
    /** the rows shown belong to an earlier question */
    isStale: rows.isPlaceholderData || (rows.isFetching && !rows.data),
  };
}

export type ListView = ReturnType<typeof useList>;
