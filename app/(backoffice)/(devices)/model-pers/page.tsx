import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { modelPersList } from "./_screens/model-pers.columns";
import { ModelPersList } from "./_screens/model-pers.list";

export default function ModelPersPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={modelPersList} searchParams={searchParams}>
      <ModelPersList />
    </ListScreen>
  );
}
