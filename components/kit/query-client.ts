import { defaultShouldDehydrateQuery, MutationCache, type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { problemOf } from "./problem";

interface Called {
  options: { mutationKey?: readonly unknown[]; meta?: Record<string, unknown> };
}

/** A change after which the page is no longer this person's, such as a switch to somebody else: nothing of it is asked for again. */
const leavesPage = ({ options }: Called) => options.meta?.leavesPage === true;

/** How a person has their screens, such as which view they opened: no record is another one for it. */
const isOfScreens = ({ options }: Called) => options.meta?.isOfScreens === true;

/** The procedure that was called, such as "pers.remove": tRPC's keys begin with its path. */
const pathOf = ({ options }: Called) => (options.mutationKey?.[0] as string[] | undefined)?.join(".") ?? "";

/** Whether a refusal means that what is shown is no longer so. */
const isStale = (error: unknown) => [404, 409, 412].includes(problemOf(error)?.status ?? 0);

/** How long a change waits for what it changed, ms: what takes longer comes when it comes. */
const patience = 2_000;
const patiently = (work: Promise<void>) =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, patience))]);

/** A query cache as both sides make it: what the server loaded stays good for a while, what it still loads is streamed. */
export function newQueryClient(onError?: (error: unknown) => void) {
  /**
   * After a change all that is shown is asked for again: lists, the record, its history. The change is done when that is
   * there, so that nothing falls back to what it was; only totals, which may take long, nobody waits for. What was removed
   * is not asked for: its page is there until the list is.
   */
  const refresh = async (variables: unknown, called: Called) => {
    if (leavesPage(called) || isOfScreens(called)) return;
    const removed = /\.remove$/.test(pathOf(called)) && (variables as { id?: string } | undefined)?.id;
    const isTotal = ({ queryKey }: Query) => (queryKey[0] as string[])[1] === "count";
    const isShown = ({ queryHash }: Query) => !removed || !queryHash.includes(removed);
    // A first answer that is still under way may be from before the change: left alone, it would count as a new one.
    const isFirst = (query: Query) => query.state.data === undefined && isShown(query);
    for (const query of client.getQueryCache().findAll({ fetchStatus: "fetching", predicate: isFirst }))
      if (query.isActive()) void query.cancel({ silent: true });
      else
        void query.promise?.then(
          () => query.invalidate(),
          () => undefined,
        );
    client.invalidateQueries({ predicate: (query) => isTotal(query) && isShown(query) });
    await patiently(client.invalidateQueries({ predicate: (query) => !isTotal(query) && isShown(query) }));
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, variables, _result, called) => {
        onError?.(error);
        return isStale(error) ? refresh(variables, called) : undefined;
      },
      onSuccess: (_data, variables, _result, called) => refresh(variables, called),
    }),
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        // An answer that says no says no again; only what may pass by itself is asked again.
        retry: (failures, error) =>
          typeof window !== "undefined" && failures < 2 && (problemOf(error)?.status ?? 503) >= 500,
      },
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === "pending",
      },
    },
  });
  return client;
}
