"use client";

import type { UseMutationResult, UseQueryOptions, UseQueryResult } from "@tanstack/react-query";
import type { Versioned } from "@/server/kit/value/etag.rules";
import type { ListName } from "./resource";
import { trpc } from "./trpc";

type Fields = Record<string, unknown>;
export type AnyRecord = { id: string } & Versioned;
type Write = Pick<UseMutationResult<AnyRecord, Error, Fields>, "mutateAsync" | "isPending">;
type Done = Pick<UseMutationResult<unknown, Error, Fields>, "mutateAsync" | "isPending">;

/** A resource's hooks, for the kit, which knows a resource only by its name. */
interface ResourceHooks {
  rows: {
    useQuery: (input: object, options?: object) => UseQueryResult<{ items: { id: string }[]; hasMore: boolean }>;
  };
  count: { useQuery: (input: object, options?: object) => UseQueryResult<{ totalItems: number }> };
  get: { useQuery: (input: { id: string }, options?: object) => UseQueryResult<AnyRecord> };
  create: { useMutation: () => Write };
  update: { useMutation: () => Write };
  remove: { useMutation: () => Done };
  restore: { useMutation: () => Write };
  /** of records that have an order */
  saveOrder: { useMutation: () => Done };
  /** of translated records */
  translate: { useMutation: () => Done };
  removeTranslation: { useMutation: () => Done };
}

interface ResourceCache {
  rows: { prefetch: (input: object) => Promise<void> };
  get: {
    fetch: (input: { id: string }, options?: { staleTime: number }) => Promise<AnyRecord>;
    setData: (input: { id: string }, record: AnyRecord) => void;
  };
}

/** The hooks of the router called `name`; every router made of `listProcedures` and the crud procedures has them. */
export const hooksOf = (name: ListName) => trpc[name] as unknown as ResourceHooks; // by their names they are those of the router

/** The cached answers of the router called `name`. */
export function useCacheOf(name: ListName) {
  return trpc.useUtils()[name] as unknown as ResourceCache; // the same routers, seen from the cache's side
}

interface RecordQueries {
  get: (input: { id: string }, options: { staleTime: number }) => UseQueryOptions<AnyRecord>;
}

/** The records of the router called `name` with these ids, each asked for on its own and kept for a while. */
export const useRecordsOf = (name: ListName, ids: readonly string[]) =>
  trpc.useQueries((routers) => {
    const router = routers[name] as unknown as RecordQueries; // as with the hooks above
    return ids.map((id) => router.get({ id }, { staleTime: 300_000 }));
  });
