import type { TextName } from "@/app/(backoffice)/(content)/_screens/text.words";
import { TextImport } from "@/app/(backoffice)/(content)/_screens/text-import.form";
import type { Screen } from "@/components/kit/screen";
import { serverSide } from "./hydrate";
import { onlyWhoMay } from "./only-who-may";

/** The page where files of texts are brought in: `export default textImportPage("labels", labelImport)`. */
export const textImportPage = (of: TextName, { heading, needs }: Screen) =>
  async function TextImportPage({ searchParams }: { searchParams: Promise<{ languageId?: string }> }) {
    await onlyWhoMay(needs);
    const { languageId } = await searchParams;
    const { trpc, HydrateClient } = await serverSide();
    const { completeness, imports } = trpc[of];
    await Promise.all([
      completeness.prefetch({}),
      trpc.catalogue.modules.prefetch({ limit: 100 }),
      imports.columns.prefetch({}),
      imports.recent.prefetch({}),
    ]);
    return (
      <HydrateClient>
        <TextImport of={of} title={heading} languageId={languageId ?? ""} />
      </HydrateClient>
    );
  };
