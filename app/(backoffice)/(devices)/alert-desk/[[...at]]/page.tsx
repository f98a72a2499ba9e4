import { notFound } from "next/navigation";
import { type Address, askedBy } from "@/app/_screen/asked-by";
import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { countInput, rowsInput } from "@/components/kit/list/url";
import { toAppError } from "@/server/kit/call/errors";
import { AreaTexts } from "@/texts/area-texts";
import { AlertDesk } from "../_screens/alert-desk.part";
import { fixedOf, viewIn } from "../_screens/alert-views.words";
import { alertDesk } from "../alert-desk.resource";

interface Page {
  params: Promise<{ at?: string[] }>;
  searchParams: Promise<Address>;
}

/** The queue, and beside it the alert that the address names. */
export default async function AlertDeskPage({ params, searchParams }: Page) {
  await onlyWhoMay(alertDesk.needs);
  const { at: [id, ...more] = [] } = await params;
  if (more.length > 0) notFound();
  const address = await searchParams;
  const { trpc, queryClient, HydrateClient } = await serverSide();
  const asked = askedBy("alertDesk", address);
  const fixed = fixedOf(viewIn(String(address.view)));
  await Promise.all([
    trpc.alertDesk.rows.prefetch(rowsInput(asked, fixed)),
    trpc.alertDesk.count.prefetch(countInput(asked, fixed)),
    trpc.alertDesk.counts.prefetch({}),
    id && trpc.alertDesk.get.prefetch({ id }),
  ]);
  const error = id && queryClient.getQueryState([["alertDesk", "get"], { input: { id }, type: "query" }])?.error;
  if (error && [400, 404].includes(toAppError(error).status)) notFound();
  return (
    <AreaTexts of="app/(backoffice)/(devices)/alert-desk/[[...at]]">
      <HydrateClient>
        <AlertDesk />
      </HydrateClient>
    </AreaTexts>
  );
}
