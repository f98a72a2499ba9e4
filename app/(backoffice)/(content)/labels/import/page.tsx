import { serverSide } from "@/app/_screen/hydrate";
import { PageHeader } from "@/components/kit/page-header";
import { LabelImport } from "../_screens/label-import.form";
import { labelImport } from "../label.resource";

export default async function ImportLabelsPage({ searchParams }: { searchParams: Promise<{ languageId?: string }> }) {
  const { languageId } = await searchParams;
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([trpc.labels.completeness.prefetch({}), trpc.labels.places.prefetch()]);
  return (
    <HydrateClient>
      <PageHeader title={labelImport.heading} />
      <LabelImport languageId={languageId ?? ""} />
    </HydrateClient>
  );
}
