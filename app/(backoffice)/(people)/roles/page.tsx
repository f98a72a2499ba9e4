import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { roleList } from "./_screens/role.columns";
import { RoleList } from "./_screens/role.list";

export default function RolesPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={roleList} searchParams={searchParams}>
      <RoleList />
    </ListScreen>
  );
}
