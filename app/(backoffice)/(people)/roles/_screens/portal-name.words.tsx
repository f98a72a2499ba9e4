"use client";

import { trpc } from "@/components/kit/trpc";
import { None } from "@/components/ui/value";

/** Where people with a role work. */
export function PortalName({ id }: { id: string }) {
  const portals = trpc.catalogue.portals.useQuery({ limit: 100 }, { staleTime: 300_000 });
  return portals.data?.items.find((portal) => portal.id === id)?.label ?? <None />;
}
