import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { staffList } from "./_screens/staff.columns";
import { StaffList } from "./_screens/staff.list";

export default function StaffPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={staffList} searchParams={searchParams}>
      <StaffList />
    </ListScreen>
  );
}
