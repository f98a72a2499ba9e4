import type { QueryClient } from "@tanstack/react-query";
import { createHydrationHelpers } from "@trpc/react-query/rsc";
import { headers } from "next/headers";
import { cache } from "react";
import { newQueryClient } from "@/components/kit/query-client";
import { database } from "@/db/client";
import { currentActor } from "@/server/identity/screen-session";
import { type AppRouter, appRouter } from "@/server/root";

const pageCache = cache(newQueryClient);

/** The answer that a prefetched query has, or why it has none. */
const stateIn =
  (queryClient: QueryClient) =>
  <D = unknown>(router: string, procedure: string, input?: object) =>
    queryClient.getQueryState<D>([[router, procedure], { ...(input && { input }), type: "query" }]);

/**
 * The typed door for server components: `trpc.x.prefetch(input)` puts an answer, or its promise, into the cache of the page;
 * `HydrateClient` hands all of it to the screens inside, so that a hard load makes no call of its own. `stateOf` says what
 * became of one of them.
 */
export const serverSide = cache(async () => {
  const caller = appRouter.createCaller({
    db: database(),
    actor: await currentActor(),
    door: "screen",
    requestId: (await headers()).get("x-request-id") ?? crypto.randomUUID(),
    ip: null,
  });
  const queryClient: QueryClient = pageCache();
  return { ...createHydrationHelpers<AppRouter>(caller, pageCache), stateOf: stateIn(queryClient) };
});

export type ServerSide = Awaited<ReturnType<typeof serverSide>>;
