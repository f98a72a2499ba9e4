import type { inferRouterOutputs } from "@trpc/server";
import type { ComponentType, ReactNode } from "react";
import { CodeAhead } from "@/components/kit/code-ahead";
import { barred, baseOf, effective } from "@/components/kit/list/saved.rules";
import { countInput, isDeep, rowsInput } from "@/components/kit/list/url";
import type { ListName, Resource } from "@/components/kit/resource";
import type { AppRouter } from "@/server/root";
import { type Address, askedBy, paramsOf } from "./asked-by";
import { type ServerSide, serverSide } from "./hydrate";
import { permissionsHere } from "./permissions-here";

type ViewsOfList = inferRouterOutputs<AppRouter>["listViews"]["of"];

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
  /** what else stands on the page, on its way into the same cache */
  also?: (trpc: ServerSide["trpc"]) => Promise<unknown>;
  children: ReactNode;
}

/** Loads a list's first page on the server: its rows stand in the HTML, its total follows when it is counted. */
export async function ListScreen({ of, searchParams, where, also, children }: Props) {
  const { router: name } = of;
  const { trpc, stateOf, HydrateClient } = await serverSide();
  const lists: Lists = trpc;
  const router = lists[name];
  const views = where ? trpc.companyListViews : trpc.listViews;
  const door = where ? "companyListViews" : "listViews";
  await Promise.all([also?.(trpc), (views.of as Prefetching).prefetch({ list: name, ...where })]);
  const saved = stateOf<ViewsOfList>(door, "of", { list: name, ...where })?.data;
  const own = paramsOf(await searchParams);
  const base = saved ? baseOf({ views: saved.views, ...saved.settings }, own) : { query: {} };
  const all = effective(base, own);
  const may = await permissionsHere(where?.companyId);
  // The screen asks for no rows either: it says what is missing.
  if (base.isGone || (base.viewId && barred(of, Object.fromEntries(all), (code) => may.has(code)).length > 0))
    return <HydrateClient>{children}</HydrateClient>;
  const asked = askedBy(name, Object.fromEntries(all));
  const counting = router.count.prefetch(countInput(asked, { where }));
  if (isDeep(asked)) {
    await counting;
    const knownTotal = stateOf<{ totalItems: number }>(name, "count", countInput(asked, { where }))?.data?.totalItems;
    await router.rows.prefetch({ ...rowsInput(asked, { where }), ...(knownTotal !== undefined && { knownTotal }) });
  } else await router.rows.prefetch(rowsInput(asked, { where }));
  return <HydrateClient>{children}</HydrateClient>;
}

/**
 * The page of a list: `export default listPage(modelPers, ModelPersList)`.
 * @param also loads what else stands on the page into the same cache
 */
export const listPage = (of: Resource, List: ComponentType, also?: Props["also"]) =>
  function ListPage({ searchParams }: { searchParams: Promise<Address> }) {
    return (
      <>
        <CodeAhead of={List} />
        <ListScreen of={of} searchParams={searchParams} also={also}>
          <List />
        </ListScreen>
      </>
    );
  };
