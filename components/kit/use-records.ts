"use client";

import { keepPreviousData } from "@tanstack/react-query";
import type { RecordName, Resource } from "./resource";
import { hooksOf, useRecordsOf } from "./resource-hooks";

/** The records that `term` finds, the first 20, as options. */
export function useRecordSearch(of: Resource<RecordName>, term: string, enabled = true) {
  const input = { limit: 20, page: 1, ...(term.trim() && { [of.search]: term.trim() }) };
  const query = hooksOf(of.router).rows.useQuery(input, { placeholderData: keepPreviousData, enabled });
  const rows = (query.data?.items ?? []) as Parameters<typeof of.title>[0][]; // they come from its own router
  return { options: rows.map((row) => ({ value: row.id, label: of.title(row) })), isLoading: query.isFetching };
}

/** What people call the record with that id; undefined until it is known. */
export function useRecordLabel(of: Resource<RecordName>, id: string | undefined) {
  const query = hooksOf(of.router).get.useQuery({ id: id ?? "" }, { enabled: Boolean(id), staleTime: 300_000 });
  return query.data && of.title(query.data as Parameters<typeof of.title>[0]); // it comes from its own router
}

/** What people call the records with these ids, in their order; undefined for one that is not known yet. */
export function useRecordLabels(of: Resource<RecordName>, ids: readonly string[]) {
  const queries = useRecordsOf(of.router, ids);
  return queries.map(({ data }) => data && of.title(data as Parameters<typeof of.title>[0])); // it comes from its own router
}
