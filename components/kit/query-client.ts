import { defaultShouldDehydrateQuery, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { problemOf } from "./problem";

/** A query cache as both sides make it: what the server loaded stays good for a while, what it still loads is streamed. */
export const newQueryClient = (onError?: (error: unknown) => void) =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
