import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { alertList } from "./_screens/alert.columns";
import { AlertList } from "./_screens/alert.list";

export default function AlertsPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={alertList} searchParams={searchParams}>
      <AlertList />
    </ListScreen>
  );
}
