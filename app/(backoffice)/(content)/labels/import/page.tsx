import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { TextImport } from "../../_screens/text-import.form";
import { labelImport } from "../label.resource";

export default async function ImportLabelsPage({ searchParams }: { searchParams: Promise<{ languageId?: string }> }) {
  await onlyWhoMay(labelImport.needs);
  const { languageId } = await searchParams;
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([
    trpc.labels.completeness.prefetch({}),
    trpc.catalogue.modules.prefetch({ limit: 100 }),
    trpc.labels.imports.columns.prefetch({}),
    trpc.labels.imports.recent.prefetch({}),
  ]);
  return (
    <HydrateClient>
      <TextImport of="labels" title={labelImport.heading} languageId={languageId ?? ""} />
    </HydrateClient>
  );
}
