import { Ahead } from "@/app/_screen/ahead";
import { RemovedRecords } from "./_screens/removed.part";

export default function RemovedPage() {
  return (
    <Ahead
      of={(trpc) =>
        Promise.all([trpc.removals.list.prefetch({ page: 1, limit: 100 }), trpc.removals.kinds.prefetch({})])
      }
    >
      <RemovedRecords />
    </Ahead>
  );
}
