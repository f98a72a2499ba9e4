import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { firmwareVersionList } from "./_screens/firmware-version.columns";
import { FirmwareVersionList } from "./_screens/firmware-version.list";

export default function FirmwareVersionsPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={firmwareVersionList} searchParams={searchParams}>
      <FirmwareVersionList />
    </ListScreen>
  );
}
