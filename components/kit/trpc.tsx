"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { httpBatchLink, httpLink, type Operation, splitLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { type ReactNode, useState } from "react";
import { notify } from "@/components/ui/notice";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import { problemOf } from "./problem";
import { newQueryClient } from "./query-client";
import { viewerMeta } from "./viewer";

/** The typed door: `trpc.modelPers.get.useQuery({ id })`. */
export const trpc = createTRPCReact<AppRouter>();

// Relative to the page in the browser; on the server no request is ever made, since queries come hydrated.
const viewerId = () => document.querySelector<HTMLMetaElement>(`meta[name="${viewerMeta}"]`)?.content;

/** What every request of a screen carries, also one that goes round the typed door. A page before the backoffice is nobody's. */
export function screenHeaders(): Record<string, string> {
  const id = viewerId();
  return { "x-persdesk": "1", ...(id && { "x-persdesk-viewer": id }) };
}
const options = { url: "/api/trpc", headers: screenHeaders };

/** What a mutation says of itself in its context, so that it happens once though it is sent again. */
const keyOf = ({ context: { idempotencyKey: key } }: Operation) => (typeof key === "string" ? key : undefined);

// A count or a figure may take long, so it travels alone: the rows of its list, or the other figures, do not wait for it.
const newClient = () =>
  trpc.createClient({
    links: [
      splitLink({
        condition: (op) => /^home\.|\.counts?$/.test(op.path) || keyOf(op) !== undefined,
        true: httpLink({
          ...options,
          headers({ op }) {
            const key = keyOf(op);
            return key === undefined ? screenHeaders() : { ...screenHeaders(), "idempotency-key": key };
          },
        }),
        false: httpBatchLink({ ...options, maxItems: 10, maxURLLength: 8000 }),
      }),
    ],
  });

let saidAt = 0;

/** Says once in a while that nothing more can be done on this page, and how to go on; nothing that was typed is lost by it. */
function sayNobody(error: unknown) {
  const { code = "" } = problemOf(error) ?? {};
  if (!["credentials_missing", "session_ended"].includes(code) || Date.now() - saidAt < 10_000) return;
  saidAt = Date.now();
  notify(t("You are signed out or signed in as someone else. Reload the page to continue."), {
    tone: "bad",
    action: { title: t("Reload"), run: () => window.location.reload() },
  });
}

/** Gives its children the typed door and one query cache a browser window. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => newQueryClient(sayNobody));
  const [client] = useState(newClient);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
