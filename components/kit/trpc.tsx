"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { httpBatchLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "@/server/root";
import { newQueryClient } from "./query-client";

/** The typed door: `trpc.modelPers.get.useQuery({ id })`. */
export const trpc = createTRPCReact<AppRouter>();

// Relative to the page in the browser; on the server no request is ever made, since queries come hydrated.
const newClient = () =>
  trpc.createClient({
    links: [
      httpBatchLink({ url: "/api/trpc", maxItems: 10, maxURLLength: 8000, headers: () => ({ "x-persdesk": "1" }) }),
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
