import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { brandMessageList } from "./_screens/brand-message.columns";
import { BrandMessageList } from "./_screens/brand-message.list";

export default function BrandMessagesPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={brandMessageList} searchParams={searchParams}>
      <BrandMessageList />
    </ListScreen>
  );
}
