import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { persAlertList } from "./_screens/pers-alert.columns";
import { PersAlertList } from "./_screens/pers-alert.list";

export default function PersAlertsPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={persAlertList} searchParams={searchParams}>
      <PersAlertList />
    </ListScreen>
  );
}
