import { serverSide } from "@/app/_screen/hydrate";
import { DeskScreen } from "./_screens/desk.part";

export default async function TranslationsPage() {
  const { trpc, HydrateClient } = await serverSide();
  await trpc.desk.overview.prefetch();
  return (
    <HydrateClient>
      <DeskScreen />
    </HydrateClient>
  );
}
