import { Ahead } from "@/app/_screen/ahead";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { RetentionForm } from "./_screens/retention.form";
import { logRetention } from "./retention.resource";

export default async function RetentionPage() {
  await onlyWhoMay(logRetention.needs);
  return (
    <Ahead of={(trpc) => trpc.retentions.list.prefetch()}>
      <RetentionForm />
    </Ahead>
  );
}
