"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "@/server/root";
import { newQueryClient } from "./query-client";

/** The typed door: `trpc.modelPers.get.useQuery({ id })`. */
export const trpc = createTRPCReact<AppRouter>();

// Relative to the page in the browser; on the server no request is ever made, since queries come hydrated.
const options = { url: "/api/trpc", headers: () => ({ "x-persdesk": "1" }) };

// A count or a figure may take long, so it travels alone: the rows of its list, or the other figures, do not wait for it.
const newClient = () =>
  trpc.createClient({
    links: [
      splitLink({
        condition: ({ path }) => path.endsWith(".count") || path.startsWith("home."),
        true: httpLink(options),
        false: httpBatchLink({ ...options, maxItems: 10, maxURLLength: 8000 }),
      }),
    ],
  });

/** Gives its children the typed door and one query cache a browser window. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(newQueryClient);
  const [client] = useState(newClient);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
