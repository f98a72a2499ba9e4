import { serverSide } from "@/app/_screen/hydrate";
import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { routineLogList } from "./_screens/routine-log.columns";
import { RoutineLogList } from "./_screens/routine-log.list";
import { shownDays } from "./_screens/shown-days";

export default async function RoutineLogPage({ searchParams }: { searchParams: SearchParams }) {
  const { trpc, HydrateClient } = await serverSide();
  await trpc.routineLogs.days.prefetch({ days: shownDays });
  return (
    <HydrateClient>
      <ListScreen list={routineLogList} searchParams={searchParams}>
        <RoutineLogList />
      </ListScreen>
    </HydrateClient>
  );
}
