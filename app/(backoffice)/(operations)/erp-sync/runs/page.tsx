import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { ErpRuns } from "../_screens/erp-run.part";
import { erpRuns } from "../erp-sync.resource";

export default async function ErpRunsPage() {
  await onlyWhoMay(erpRuns.needs);
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([trpc.erpSync.imports.columns.prefetch({}), trpc.erpSync.imports.recent.prefetch({})]);
  return (
    <HydrateClient>
      <ErpRuns />
    </HydrateClient>
  );
}
