import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { apiKeyList } from "./_screens/api-key.columns";
import { ApiKeyList } from "./_screens/api-key.list";

export default function ApiKeysPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={apiKeyList} searchParams={searchParams}>
      <ApiKeyList />
    </ListScreen>
  );
}
