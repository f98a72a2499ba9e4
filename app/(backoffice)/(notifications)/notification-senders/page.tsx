import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { SenderList } from "./_screens/sender.list";
import { senders } from "./sender.resource";

export default async function SendersPage() {
  await onlyWhoMay(senders.needs);
  const { trpc, HydrateClient } = await serverSide();
  await trpc.notificationSenders.overview.prefetch();
  return (
    <HydrateClient>
      <SenderList />
    </HydrateClient>
  );
}
