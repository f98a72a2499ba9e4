import { Ahead } from "@/app/_screen/ahead";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { SendForm } from "../_screens/send.form";
import { sendScreen } from "../notification-request.resource";

export default async function SendPage() {
  await onlyWhoMay(sendScreen.needs);
  return (
    <Ahead of={(trpc) => trpc.notificationSends.apps.prefetch()}>
      <SendForm />
    </Ahead>
  );
}
