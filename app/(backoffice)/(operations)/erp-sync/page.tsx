import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { ErpSyncSheet } from "./_screens/erp-sync.part";
import { erpSync } from "./erp-sync.resource";

export default async function ErpSyncPage() {
  await onlyWhoMay(erpSync.needs);
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([trpc.erpSync.get.prefetch(), trpc.erpSync.imports.recent.prefetch({})]);
  return (
    <HydrateClient>
      <ErpSyncSheet />
    </HydrateClient>
  );
}
