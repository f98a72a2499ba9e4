"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { FileAnswer, Import, PlanRow, RowKind } from "@/server/kit/import/import.schema";
import type { AppRouter } from "@/server/root";
import type { Resource } from "../resource";
import { trpc } from "../trpc";

type Outputs = inferRouterOutputs<AppRouter>;

/** The routers that import files, by their name in `server/root.ts`. */
export type ImportName = {
  [K in keyof Outputs]: Outputs[K] extends { imports: { recent: unknown } } ? K : never;
}[keyof Outputs];

/** What is imported: a resource whose router imports files. */
export type Imported = Pick<Resource, "one" | "many" | "at" | "may" | "record"> & {
  router: ImportName;
  /** files may be XLIFF too */
  takesXliff?: true;
  /** what each of its procedures is given beside, such as the company that the import is for */
  within?: { companyId: string };
};

/** What is chosen beside the file. */
export interface ImportOption {
  name: string;
  label: string;
  choices: { value: string; label: string }[];
  /** chosen at first; left open where not said */
  initial?: string;
  /** only asked where rows are errors without an answer: how, for that many rows, and what leaving it open does */
  ask?: { label: (rows: number) => string; open: string };
}

export type Chosen = Record<string, string | undefined>;

export interface ImportColumn {
  title: string;
  help: string | null;
  isRequired: boolean;
  isExpected: boolean;
}

interface PlanPage {
  items: PlanRow[];
  totalItems: number;
  keyTitle: string;
  isGone: boolean;
}

interface Write<I> {
  mutateAsync: (input: I) => Promise<Import>;
  isPending: boolean;
}

interface ImportHooks {
  columns: { useQuery: (input: object) => UseQueryResult<ImportColumn[]> };
  recent: { useQuery: (input: object, options?: object) => UseQueryResult<Import[]> };
  get: { useQuery: (input: { id: string }, options?: object) => UseQueryResult<Import> };
  plan: {
    useQuery: (input: { id: string; kind: RowKind; page: number }, options?: object) => UseQueryResult<PlanPage>;
  };
  replan: { useMutation: () => Write<{ id: string; options: Chosen }> };
  confirm: { useMutation: () => Write<{ id: string; token: string }> };
  cancel: { useMutation: () => Write<{ id: string }> };
  undo: { useMutation: () => Write<{ id: string }> };
}

interface ImportCache {
  imports: {
    template: { fetch: (input: { format: "csv" | "xlsx" }) => Promise<FileAnswer> };
    badRows: { fetch: (input: { id: string; format: "csv" | "xlsx" }) => Promise<FileAnswer> };
    get: { setData: (input: { id: string }, is: Import) => void };
  };
}

/** The hooks of a router that imports; every one is made of `importProcedures` and has them. */
export function importHooks({ router, within }: Imported): ImportHooks {
  const hooks = trpc[router].imports as unknown as ImportHooks;
  const query = <I extends object, O>({ useQuery }: { useQuery: (input: I, options?: object) => O }) => ({
    useQuery: (input: I, options?: object) => useQuery({ ...within, ...input }, options),
  });
  const mutation = <I extends object>({ useMutation }: { useMutation: () => Write<I> }) => ({
    useMutation: () => {
      const { isPending, mutateAsync } = useMutation();
      return { isPending, mutateAsync: (input: I) => mutateAsync({ ...within, ...input }) };
    },
  });
  return {
    columns: query(hooks.columns),
    recent: query(hooks.recent),
    get: query(hooks.get),
    plan: query(hooks.plan),
    replan: mutation(hooks.replan),
    confirm: mutation(hooks.confirm),
    cancel: mutation(hooks.cancel),
    undo: mutation(hooks.undo),
  };
}

/** The cached answers of such a router. */
export function useImportCache({ router, within }: Imported): ImportCache {
  const { imports } = trpc.useUtils()[router] as unknown as ImportCache; // the same router, seen from the cache's side
  const fetching = <I extends object, O>({ fetch }: { fetch: (input: I) => O }) => ({
    fetch: (input: I) => fetch({ ...within, ...input }),
  });
  return {
    imports: {
      template: fetching(imports.template),
      badRows: fetching(imports.badRows),
      get: { setData: (input, is) => imports.get.setData({ ...within, ...input }, is) },
    },
  };
}
