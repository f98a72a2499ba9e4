import { serverSide } from "@/app/_screen/hydrate";
import { RecordScreen } from "@/app/_screen/record-screen";
import { PersSheet } from "../_screens/pers.sheet";
import { firstAlerts } from "../_screens/pers-alert.rules";
import { firstMessages, messagesKey } from "../_screens/pers-message.rules";

/** Loads what the tab that the address names shows first, so that it stands in the HTML; a right that lacks says so on the screen. */
async function prefetchTab(id: string, tab: string | undefined) {
  const { trpc } = await serverSide();
  if (tab === messagesKey) return trpc.iotMessages.rows.prefetch(firstMessages(id));
  if (tab === "alerts") return trpc.persAlerts.rows.prefetch(firstAlerts(id));
  if (tab === undefined)
    return Promise.all([trpc.currentData.get.prefetch({ id }), trpc.vehicles.ofPers.prefetch({ id })]);
}

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ tab?: string }>;
}

export default async function PersPage({ params, searchParams }: Props) {
  const { id } = await params;
  return (
    <RecordScreen name="pers" id={id} also={prefetchTab(id, (await searchParams).tab)}>
      <PersSheet id={id} />
    </RecordScreen>
  );
}
