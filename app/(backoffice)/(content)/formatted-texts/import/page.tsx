import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { TextImport } from "../../_screens/text-import.form";
import { formattedTextImport } from "../formatted-text.resource";

export default async function ImportFormattedTextsPage({
  searchParams,
}: {
  searchParams: Promise<{ languageId?: string }>;
}) {
  await onlyWhoMay(formattedTextImport.needs);
  const { languageId } = await searchParams;
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([
    trpc.formattedTexts.completeness.prefetch({}),
    trpc.catalogue.modules.prefetch({ limit: 100 }),
    trpc.formattedTexts.imports.columns.prefetch({}),
    trpc.formattedTexts.imports.recent.prefetch({}),
  ]);
  return (
    <HydrateClient>
      <TextImport of="formattedTexts" title={formattedTextImport.heading} languageId={languageId ?? ""} />
    </HydrateClient>
  );
}
