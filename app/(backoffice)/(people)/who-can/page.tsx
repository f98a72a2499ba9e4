import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { whoCanList } from "./_screens/who-can.columns";
import { WhoCanList } from "./_screens/who-can.list";

export default function WhoCanPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={whoCanList} searchParams={searchParams}>
      <WhoCanList />
    </ListScreen>
  );
}
