import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { riderList } from "./_screens/rider.columns";
import { RiderList } from "./_screens/rider.list";

export default function RidersPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={riderList} searchParams={searchParams}>
      <RiderList />
    </ListScreen>
  );
}
