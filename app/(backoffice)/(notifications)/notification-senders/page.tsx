import { Ahead } from "@/app/_screen/ahead";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { SenderList } from "./_screens/sender.list";
import { senders } from "./sender.resource";

export default async function SendersPage() {
  await onlyWhoMay(senders.needs);
  return (
    <Ahead of={(trpc) => trpc.notificationSenders.overview.prefetch()}>
      <SenderList />
    </Ahead>
  );
}
