import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { vehicleList } from "./_screens/vehicle.columns";
import { VehicleList } from "./_screens/vehicle.list";

export default function VehiclesPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={vehicleList} searchParams={searchParams}>
      <VehicleList />
    </ListScreen>
  );
}
