import type { ReactNode } from "react";
import type { Permission } from "@/server/permissions";
import { type ServerSide, serverSide } from "./hydrate";
import { permissionsHere } from "./permissions-here";

/** Whether the person holds a right where the page stands; nothing needs no right. */
export type May = (permission: Permission | undefined) => boolean;

/** What a page loads into the cache of its screen. */
export type Loads = (trpc: ServerSide["trpc"], may: May) => Promise<unknown>;

export const mayWith =
  (held: ReadonlySet<string>): May =>
  (permission) =>
    permission === undefined || held.has(permission);

interface Props {
  of: Loads;
  /** the company whose page it is */
  companyId?: string;
  children: ReactNode;
}

/** How long a page waits for it, ms. */
const patience = 500;

/**
 * Loads on the server what the screen inside asks for at first: it stands in the HTML, and nothing moves as it comes. What
 * takes too long is streamed behind the page; what fails is asked for again by the screen, which says why.
 */
export async function Ahead({ of, companyId, children }: Props) {
  const [{ trpc, HydrateClient }, held] = await Promise.all([serverSide(), permissionsHere(companyId)]);
  await Promise.race([of(trpc, mayWith(held)), new Promise((resolve) => setTimeout(resolve, patience))]);
  return <HydrateClient>{children}</HydrateClient>;
}
