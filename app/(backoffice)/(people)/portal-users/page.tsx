import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { portalUserList } from "./_screens/portal-user.columns";
import { PortalUserList } from "./_screens/portal-user.list";

export default function PortalUsersPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={portalUserList} searchParams={searchParams}>
      <PortalUserList />
    </ListScreen>
  );
}
