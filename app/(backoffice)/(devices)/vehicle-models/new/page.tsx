import { newPage } from "@/app/_screen/new-page";
import { VehicleModelForm } from "../_screens/vehicle-model.form";
import { vehicleModels } from "../vehicle-model.resource";

export default newPage(vehicleModels, VehicleModelForm);
