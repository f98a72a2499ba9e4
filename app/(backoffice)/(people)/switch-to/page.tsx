import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { memberList } from "./_screens/member.columns";
import { MemberList } from "./_screens/member.list";

export default function SwitchToPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={memberList} searchParams={searchParams}>
      <MemberList />
    </ListScreen>
  );
}
