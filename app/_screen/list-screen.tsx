import type { ReactNode } from "react";
import { anyList, type ListDefinition } from "@/components/kit/list/definition";
import { countInput, isDeep, readUrl, rowsInput } from "@/components/kit/list/url";
import type { ListName } from "@/components/kit/resource";
import { serverSide } from "./hydrate";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

interface Prefetching {
  prefetch: (input: object) => Promise<void>;
}

interface Props<N extends ListName> {
  list: ListDefinition<N>;
  searchParams: SearchParams;
  children: ReactNode;
}

/** Loads a list's first page on the server: its rows stand in the HTML, its total follows when it is counted. */
export async function ListScreen<N extends ListName>({ list, searchParams, children }: Props<N>) {
  const entries = Object.entries(await searchParams).map(([name, value]) => [name, String(value ?? "")]);
  const state = readUrl(anyList(list), new URLSearchParams(entries));
  const { trpc, queryClient, HydrateClient } = await serverSide();
  const router = trpc[list.name] as unknown as { rows: Prefetching; count: Prefetching }; // every ListName has both
  const counting = router.count.prefetch(countInput(state));
  if (isDeep(state)) {
    await counting;
    const key = [[list.name, "count"], { input: countInput(state), type: "query" }];
    const knownTotal = queryClient.getQueryData<{ totalItems: number }>(key)?.totalItems;
    await router.rows.prefetch({ ...rowsInput(state), ...(knownTotal !== undefined && { knownTotal }) });
  } else await router.rows.prefetch(rowsInput(state));
  return <HydrateClient>{children}</HydrateClient>;
}
