import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { TextImport } from "../../_screens/text-import.form";
import { messageImport } from "../message.resource";

export default async function ImportMessagesPage({ searchParams }: { searchParams: Promise<{ languageId?: string }> }) {
  await onlyWhoMay(messageImport.needs);
  const { languageId } = await searchParams;
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([
    trpc.messages.completeness.prefetch({}),
    trpc.catalogue.modules.prefetch({ limit: 100 }),
    trpc.messages.imports.columns.prefetch({}),
    trpc.messages.imports.recent.prefetch({}),
  ]);
  return (
    <HydrateClient>
      <TextImport of="messages" title={messageImport.heading} languageId={languageId ?? ""} />
    </HydrateClient>
  );
}
