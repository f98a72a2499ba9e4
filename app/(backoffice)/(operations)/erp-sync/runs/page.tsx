import { Ahead } from "@/app/_screen/ahead";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { ErpRuns } from "../_screens/erp-run.part";
import { erpRuns } from "../erp-sync.resource";

export default async function ErpRunsPage() {
  await onlyWhoMay(erpRuns.needs);
  return (
    <Ahead
      of={(trpc) => Promise.all([trpc.erpSync.imports.columns.prefetch({}), trpc.erpSync.imports.recent.prefetch({})])}
    >
      <ErpRuns />
    </Ahead>
  );
}
