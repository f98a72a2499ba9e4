import { newPage } from "@/app/_screen/new-page";
import { VehicleBrandForm } from "../_screens/vehicle-brand.form";
import { vehicleBrands } from "../vehicle-brand.resource";

export default newPage(vehicleBrands, VehicleBrandForm);
