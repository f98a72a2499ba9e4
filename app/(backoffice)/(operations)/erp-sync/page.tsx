import { Ahead } from "@/app/_screen/ahead";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { ErpSyncSheet } from "./_screens/erp-sync.part";
import { erpSync } from "./erp-sync.resource";

export default async function ErpSyncPage() {
  await onlyWhoMay(erpSync.needs);
  return (
    <Ahead of={(trpc) => Promise.all([trpc.erpSync.get.prefetch(), trpc.erpSync.imports.recent.prefetch({})])}>
      <ErpSyncSheet />
    </Ahead>
  );
}
