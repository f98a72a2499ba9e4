import { serverSide } from "@/app/_screen/hydrate";
import { RemovedRecords } from "./_screens/removed.part";

export default async function RemovedPage() {
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([trpc.removals.list.prefetch({ page: 1, limit: 100 }), trpc.removals.kinds.prefetch({})]);
  return (
    <HydrateClient>
      <RemovedRecords />
    </HydrateClient>
  );
}
