import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { DeskImport } from "../_screens/desk-import.form";
import { deskImport } from "../desk.resource";

export default async function ImportTranslationsPage() {
  await onlyWhoMay(deskImport.needs);
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([trpc.desk.imports.columns.prefetch({}), trpc.desk.imports.recent.prefetch({})]);
  return (
    <HydrateClient>
      <DeskImport />
    </HydrateClient>
  );
}
