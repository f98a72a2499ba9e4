import { Ahead } from "@/app/_screen/ahead";
import { newestRuns } from "@/components/kit/bulk/bulk-words";
import { BulkChanges } from "./_screens/bulk-change.part";

export default function BulkChangesPage() {
  return (
    <Ahead of={(trpc) => trpc.bulkChanges.list.prefetch(newestRuns)}>
      <BulkChanges />
    </Ahead>
  );
}
