import { listPage } from "@/app/_screen/list-page";
import { VehicleList } from "./_screens/vehicle.list";
import { vehicles } from "./vehicle.resource";

export default listPage(vehicles, VehicleList);
