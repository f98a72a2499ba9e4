import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { firmwareCategoryList } from "./_screens/firmware-category.columns";
import { FirmwareCategoryList } from "./_screens/firmware-category.list";

export default function FirmwareCategoriesPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={firmwareCategoryList} searchParams={searchParams}>
      <FirmwareCategoryList />
    </ListScreen>
  );
}
