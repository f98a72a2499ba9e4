import { serverSide } from "@/app/_screen/hydrate";
import { LabelImport } from "../_screens/label-import.form";

export default async function ImportLabelsPage({ searchParams }: { searchParams: Promise<{ languageId?: string }> }) {
  const { languageId } = await searchParams;
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([
    trpc.labels.completeness.prefetch({}),
    trpc.labels.places.prefetch(),
    trpc.labels.imports.columns.prefetch({}),
    trpc.labels.imports.recent.prefetch({}),
  ]);
  return (
    <HydrateClient>
      <LabelImport languageId={languageId ?? ""} />
    </HydrateClient>
  );
}
