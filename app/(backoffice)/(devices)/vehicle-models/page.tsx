import { listPage } from "@/app/_screen/list-page";
import { VehicleModelList } from "./_screens/vehicle-model.list";
import { vehicleModels } from "./vehicle-model.resource";

export default listPage(vehicleModels, VehicleModelList);
