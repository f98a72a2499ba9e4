import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { countInput, rowsInput } from "@/components/kit/list/url";
import { toAppError } from "@/server/kit/call/errors";
import { fixedOf, viewIn } from "../(backoffice)/(devices)/alert-desk/_screens/alert-views.words";
import { beforeOn } from "../(backoffice)/(devices)/alert-desk/_screens/alert-work.rules";
import { type Address, askedBy } from "./asked-by";
import { serverSide } from "./hydrate";

interface Props {
  of: "alertDesk" | "fleetAlerts";
  /** the company whose desk it is */
  where?: { companyId: string };
  /** what stands behind the address of the desk */
  at?: string[];
  searchParams: Promise<Address>;
  children: ReactNode;
}

/** Loads a desk on the server: the queue, and beside it the alert that the address names. */
export async function DeskPage({
  of,
  where = { companyId: "" },
  at: [id, ...more] = [],
  searchParams,
  children,
}: Props) {
  if (more.length > 0) notFound();
  const address = await searchParams;
  const { trpc, stateOf, HydrateClient } = await serverSide();
  const router = trpc[of] as typeof trpc.fleetAlerts;
  const inside = (of === "fleetAlerts" ? where : {}) as { companyId: string };
  const asked = askedBy(of, address);
  const { where: view, sort } = fixedOf(viewIn(String(address.view)), of === "alertDesk");
  const fixed = { where: { ...view, ...inside }, sort };
  await Promise.all([
    router.rows.prefetch(rowsInput(asked, fixed) as Parameters<typeof router.rows.prefetch>[0]),
    router.count.prefetch(countInput(asked, fixed) as Parameters<typeof router.count.prefetch>[0]),
    router.counts.prefetch(inside),
    id && Promise.all([router.get.prefetch({ ...inside, id }), router.readings.prefetch({ ...inside, id })]),
  ]);
  const alert = id ? stateOf<{ persId: string }>(of, "get", { ...inside, id }) : undefined;
  if (alert?.error && [400, 404].includes(toAppError(alert.error).status)) notFound();
  if (alert?.data) await router.rows.prefetch({ ...inside, ...beforeOn(alert.data.persId) });
  return <HydrateClient>{children}</HydrateClient>;
}
