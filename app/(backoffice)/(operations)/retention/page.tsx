import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { RetentionForm } from "./_screens/retention.form";
import { logRetention } from "./retention.resource";

export default async function RetentionPage() {
  await onlyWhoMay(logRetention.needs);
  const { trpc, HydrateClient } = await serverSide();
  await trpc.retentions.list.prefetch();
  return (
    <HydrateClient>
      <RetentionForm />
    </HydrateClient>
  );
}
