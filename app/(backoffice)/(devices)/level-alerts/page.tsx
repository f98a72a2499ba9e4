import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { levelAlertList } from "./_screens/level-alert.columns";
import { LevelAlertList } from "./_screens/level-alert.list";

export default function LevelAlertsPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={levelAlertList} searchParams={searchParams}>
      <LevelAlertList />
    </ListScreen>
  );
}
