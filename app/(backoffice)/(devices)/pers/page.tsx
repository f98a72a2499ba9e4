import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { persList } from "./_screens/pers.columns";
import { PersList } from "./_screens/pers.list";

export default function PersPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={persList} searchParams={searchParams}>
      <PersList />
    </ListScreen>
  );
}
