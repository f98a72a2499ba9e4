import type { ComponentType, ReactNode } from "react";
import { countInput, isDeep, rowsInput } from "@/components/kit/list/url";
import type { ListName, Resource } from "@/components/kit/resource";
import { type Address, askedBy } from "./asked-by";
import { type ServerSide, serverSide } from "./hydrate";

interface Prefetching {
  // A method, as each list takes filters of its own.
  prefetch(input: object): Promise<void>;
}
type Lists = Record<ListName, { rows: Prefetching; count: Prefetching }>;

interface Props {
  of: Resource;
  searchParams: Promise<Address>;
  /** what all rows have in common, such as the company that they are inside of */
  where?: Record<string, string>;
  children: ReactNode;
}

/** Loads a list's first page on the server: its rows stand in the HTML, its total follows when it is counted. */
export async function ListScreen({ of: { router: name }, searchParams, where, children }: Props) {
  const asked = askedBy(name, await searchParams);
  const { trpc, queryClient, HydrateClient } = await serverSide();
  const lists: Lists = trpc;
  const router = lists[name];
  const counting = router.count.prefetch(countInput(asked, { where }));
  if (isDeep(asked)) {
    await counting;
    const key = [[name, "count"], { input: countInput(asked, { where }), type: "query" }];
    const knownTotal = queryClient.getQueryData<{ totalItems: number }>(key)?.totalItems;
    await router.rows.prefetch({ ...rowsInput(asked, { where }), ...(knownTotal !== undefined && { knownTotal }) });
  } else await router.rows.prefetch(rowsInput(asked, { where }));
  return <HydrateClient>{children}</HydrateClient>;
}

/**
 * The page of a list: `export default listPage(modelPers, ModelPersList)`.
 * @param also loads what else stands on the page into the same cache
 */
export const listPage = (of: Resource, List: ComponentType, also?: (trpc: ServerSide["trpc"]) => Promise<unknown>) =>
  async function ListPage({ searchParams }: { searchParams: Promise<Address> }) {
    await also?.((await serverSide()).trpc);
    return (
      <ListScreen of={of} searchParams={searchParams}>
        <List />
      </ListScreen>
    );
  };
