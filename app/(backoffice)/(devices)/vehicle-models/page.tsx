import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { vehicleModelList } from "./_screens/vehicle-model.columns";
import { VehicleModelList } from "./_screens/vehicle-model.list";

export default function VehicleModelsPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={vehicleModelList} searchParams={searchParams}>
      <VehicleModelList />
    </ListScreen>
  );
}
