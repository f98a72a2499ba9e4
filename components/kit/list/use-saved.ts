"use client";

import { keepPreviousData } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useCallback, useMemo } from "react";
import { formatted } from "@/server/kit/value/count.rules";
import type { AppRouter } from "@/server/root";
import { useBase } from "../base";
import type { ListName } from "../resource";
import { trpc } from "../trpc";
import { type Base, baseOf, type Query } from "./saved.rules";

type Views = inferRouterOutputs<AppRouter>["listViews"]["of"];
/** A list as it was given a name. */
export type SavedView = Views["views"][number];
export type ListSettings = Views["settings"];

const nothing: Views = {
  views: [],
  settings: { opensOn: null, pinned: [], opened: [], layout: {} },
  mailed: [],
  mayShare: false,
  removed: null,
};

/** The router of views where the screen stands, and what its calls are all given. */
export function useViewDoor() {
  const { where } = useBase();
  const isOfCompany = where?.companyId !== undefined;
  const door = (isOfCompany ? trpc.companyListViews : trpc.listViews) as typeof trpc.listViews; // the same procedures
  const utils = trpc.useUtils();
  const cache = (isOfCompany ? utils.companyListViews : utils.listViews) as typeof utils.listViews; // as above
  return { door, cache, where: where ?? {} };
}

/** The views of a list and how the person has it; `isKnown` is false while that is asked. */
export function useSaved(list: ListName) {
  const { door, cache, where } = useViewDoor();
  const input = useMemo(() => ({ list, ...where }), [list, where]);
  const asked = door.of.useQuery(input, { staleTime: 60_000 });
  const { views, settings, mailed, mayShare, removed } = asked.data ?? nothing;
  const saving = door.setSettings.useMutation({ meta: { isOfScreens: true } }).mutate;

  const set = useCallback(
    (values: Partial<ListSettings>) => {
      cache.of.setData(input, (old) => old && { ...old, settings: { ...old.settings, ...values } });
      saving({ ...input, ...values });
    },
    [cache, input, saving],
  );
  const base = useCallback(
    (params: URLSearchParams): Base =>
      baseOf({ views, opensOn: settings.opensOn, layout: settings.layout as Query }, params),
    [views, settings],
  );
  /** Counts that a view was opened, for the tabs; once its rows are there, for they are what is waited for. */
  const noteOpened = useCallback(
    (id: string) => {
      const note = () => {
        const opened = cache.of.getData(input)?.settings.opened ?? [];
        set({ opened: [id, ...opened].slice(0, 50) });
      };
      setTimeout(note, 300);
    },
    [cache, input, set],
  );
  const setLayout = useCallback((layout: ListSettings["layout"]) => set({ layout }), [set]);
  return { views, settings, mailed, mayShare, removed, base, set, noteOpened, setLayout, isKnown: !asked.isPending };
}

export type Saved = ReturnType<typeof useSaved>;

/** How many records these views have, as it is written, such as "20" or "1,000+"; what is not known yet is missing. */
export function useViewCounts(list: ListName, ids: string[]): ReadonlyMap<string, string> {
  const { door, where } = useViewDoor();
  const input = { ...where, list, ids: ids.toSorted() };
  const { data } = door.counts.useQuery(input, {
    enabled: ids.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const written = (count: number, upTo: number) => (count > upTo ? `${formatted(upTo)}+` : formatted(count));
  return new Map(data?.items.map(({ id, count }) => [id, written(count, data.upTo)]));
}
