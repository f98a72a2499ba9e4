import { redirect } from "next/navigation";
import type { Address } from "@/app/_screen/asked-by";
import { serverSide } from "@/app/_screen/hydrate";
import { ListScreen } from "@/app/_screen/list-page";
import { LabelList } from "./_screens/label.list";
import { labels } from "./label.resource";

export default async function LabelsPage({ searchParams }: { searchParams: Promise<Address> }) {
  const { trpc, queryClient, HydrateClient } = await serverSide();
  const { languageId, ...rest } = await searchParams;
  if (!languageId) {
    // The gaps that somebody comes here to fill: the first language that is not the source, by name.
    // Prefetched, for what is refused here is told by the screen.
    await trpc.labels.completeness.prefetch({});
    const key = [["labels", "completeness"], { input: {}, type: "query" }];
    const languages = queryClient.getQueryData<{ languageId: string; isDefault: boolean }[]>(key) ?? [];
    const first = languages.find((language) => !language.isDefault) ?? languages[0];
    const given = Object.entries(rest).map(([name, value]) => [name, String(value ?? "")]);
    if (first)
      redirect(
        `${labels.at}?${new URLSearchParams({ sortBy: "name:asc", ...Object.fromEntries(given), languageId: first.languageId })}`,
      );
  }
  const { moduleId } = rest;
  await Promise.all([
    trpc.labels.completeness.prefetch({ moduleId: moduleId ? String(moduleId) : undefined }),
    trpc.labels.places.prefetch(),
  ]);
  return (
    <HydrateClient>
      <ListScreen of={labels} searchParams={searchParams}>
        <LabelList />
      </ListScreen>
    </HydrateClient>
  );
}
