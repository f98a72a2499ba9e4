import { recordPage } from "@/app/_screen/record-page";
import { VehicleModelSheet } from "../_screens/vehicle-model.sheet";
import { vehicleModels } from "../vehicle-model.resource";

export default recordPage(vehicleModels, VehicleModelSheet);
