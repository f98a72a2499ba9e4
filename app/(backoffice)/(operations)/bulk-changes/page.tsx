import { serverSide } from "@/app/_screen/hydrate";
import { BulkChanges } from "./_screens/bulk-change.part";

export default async function BulkChangesPage() {
  const { trpc, HydrateClient } = await serverSide();
  await trpc.bulkChanges.list.prefetch({ limit: 50 });
  return (
    <HydrateClient>
      <BulkChanges />
    </HydrateClient>
  );
}
