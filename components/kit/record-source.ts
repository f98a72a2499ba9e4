"use client";

import { keepPreviousData } from "@tanstack/react-query";
import type { AnyRow, RecordSource } from "./list/definition";
import { hooksOf } from "./resource";

/** Records whose shown field holds `term`, the first 20 by name, as options. */
export function useRecordSearch({ of, show, search }: RecordSource, term: string, enabled = true) {
  const input = { limit: 20, page: 1, ...(term.trim() && { [search]: term.trim() }) };
  const query = hooksOf(of).rows.useQuery(input, { placeholderData: keepPreviousData, enabled });
  const rows = (query.data?.items ?? []) as AnyRow[]; // the source says by name which field is shown
  return { options: rows.map((row) => ({ value: row.id, label: String(row[show]) })), isLoading: query.isFetching };
}

/** What people call the record with that id; undefined until it is known. */
export function useRecordLabel({ of, show }: RecordSource, id: string | undefined) {
  const query = hooksOf(of).get.useQuery({ id: id ?? "" }, { enabled: Boolean(id), staleTime: 300_000 });
  const record = query.data as AnyRow | undefined;
  return record && String(record[show]);
}
