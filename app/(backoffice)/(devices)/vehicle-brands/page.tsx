import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { vehicleBrandList } from "./_screens/vehicle-brand.columns";
import { VehicleBrandList } from "./_screens/vehicle-brand.list";

export default function VehicleBrandsPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={vehicleBrandList} searchParams={searchParams}>
      <VehicleBrandList />
    </ListScreen>
  );
}
