import { listPage } from "@/app/_screen/list-page";
import { VehicleBrandList } from "./_screens/vehicle-brand.list";
import { vehicleBrands } from "./vehicle-brand.resource";

export default listPage(vehicleBrands, VehicleBrandList);
