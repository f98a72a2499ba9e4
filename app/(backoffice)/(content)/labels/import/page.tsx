import { serverSide } from "@/app/_screen/hydrate";
import type { SearchParams } from "@/app/_screen/list-screen";
import { PageHeader } from "@/components/kit/page-header";
import { LabelImport } from "../_screens/label-import";

export default async function ImportLabelsPage({ searchParams }: { searchParams: SearchParams }) {
  const { languageId } = await searchParams;
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([trpc.labels.completeness.prefetch({}), trpc.labels.places.prefetch()]);
  return (
    <HydrateClient>
      <PageHeader title="Import interface labels" />
      <LabelImport languageId={String(languageId ?? "")} />
    </HydrateClient>
  );
}
