import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { SendForm } from "../_screens/send.form";
import { sendScreen } from "../notification-request.resource";

export default async function SendPage() {
  await onlyWhoMay(sendScreen.needs);
  const { trpc, HydrateClient } = await serverSide();
  await trpc.notificationSends.apps.prefetch();
  return (
    <HydrateClient>
      <SendForm />
    </HydrateClient>
  );
}
