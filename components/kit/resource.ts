"use client";

import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/root";
import { trpc } from "./trpc";

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

/** The routers that have a list, by their name in `server/root.ts`: "modelPers", "pers", … */
export type ListName = {
  [K in keyof Outputs]: Outputs[K] extends { rows: { items: unknown[] } } ? K : never;
}[keyof Outputs];
/** Those whose records can be read one by one. */
export type RecordName = {
  [K in keyof Outputs]: Outputs[K] extends { get: { id: string } } ? K : never;
}[keyof Outputs];
export type RowOf<N extends ListName> = Outputs[N] extends { rows: { items: (infer R)[] } } ? R : never;
export type RecordOf<N extends RecordName> = Outputs[N] extends { get: infer R } ? R : never;
/** What the rows of a list may be asked for, filters included. */
export type RowsInput<N extends ListName> = Inputs[N] extends { rows: infer I } ? I : never;

type Fields = Record<string, unknown>;
export type AnyRecord = { id: string; version: number };
type Write = Pick<UseMutationResult<AnyRecord, Error, Fields>, "mutateAsync" | "isPending">;

/** A resource's hooks, for the kit, which knows a resource only by its name. */
interface ResourceHooks {
  rows: {
    useQuery: (input: object, options?: object) => UseQueryResult<{ items: { id: string }[]; hasMore: boolean }>;
  };
  count: { useQuery: (input: object, options?: object) => UseQueryResult<{ totalItems: number }> };
  get: { useQuery: (input: { id: string }, options?: object) => UseQueryResult<AnyRecord> };
  create: { useMutation: () => Write };
  update: { useMutation: () => Write };
  remove: { useMutation: () => Pick<UseMutationResult<void, Error, Fields>, "mutateAsync" | "isPending"> };
  restore: { useMutation: () => Write };
}

interface ResourceCache {
  invalidate: () => Promise<void>;
  rows: { invalidate: () => Promise<void> };
  count: { invalidate: () => Promise<void> };
  get: {
    fetch: (input: { id: string }, options?: { staleTime: number }) => Promise<AnyRecord>;
    setData: (input: { id: string }, record: AnyRecord) => void;
  };
}

/** The hooks of the router called `name`; every router made of `listProcedures` and the crud procedures has them. */
export const hooksOf = (name: ListName | RecordName) => trpc[name] as unknown as ResourceHooks;

/** The cached answers of the router called `name`. */
export function useCacheOf(name: ListName | RecordName) {
  return trpc.useUtils()[name] as unknown as ResourceCache; // the same routers, seen from the cache's side
}
