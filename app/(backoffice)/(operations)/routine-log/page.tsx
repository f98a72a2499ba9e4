import { ListScreen, type SearchParams } from "@/app/(backoffice)/_screen/list-screen";
import { routineLogList } from "./_screens/routine-log.columns";
import { RoutineLogList } from "./_screens/routine-log.list";

export default function RoutineLogPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={routineLogList} searchParams={searchParams}>
      <RoutineLogList />
    </ListScreen>
  );
}
