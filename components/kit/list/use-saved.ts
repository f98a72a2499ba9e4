"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useCallback, useMemo } from "react";
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
  settings: { opensOn: null, pinned: [], layout: {} },
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
  const saving = door.setSettings.useMutation().mutate;

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
  const setLayout = useCallback((layout: ListSettings["layout"]) => set({ layout }), [set]);
  return { views, settings, mailed, mayShare, removed, base, set, setLayout, isKnown: !asked.isPending };
}

export type Saved = ReturnType<typeof useSaved>;
