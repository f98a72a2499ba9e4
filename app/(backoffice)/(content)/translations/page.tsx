import { Ahead } from "@/app/_screen/ahead";
import { type Address, paramsOf } from "@/app/_screen/asked-by";
import { serverSide } from "@/app/_screen/hydrate";
import { DeskScreen } from "./_screens/desk.part";
import { askedIn, pageOf } from "./_screens/desk-asked.rules";
import type { Overview } from "./_screens/desk-row.rules";

export default async function TranslationsPage({ searchParams }: { searchParams: Promise<Address> }) {
  const params = paramsOf(await searchParams);
  return (
    <Ahead
      of={async ({ desk }) => {
        await desk.overview.prefetch();
        const overview = (await serverSide()).stateOf<Overview>("desk", "overview")?.data;
        if (overview) await desk.list.prefetch(pageOf(overview, askedIn(overview, params)));
      }}
    >
      <DeskScreen />
    </Ahead>
  );
}
