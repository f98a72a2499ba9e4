import { recordPage } from "@/app/_screen/record-page";
import { VehicleBrandSheet } from "../_screens/vehicle-brand.sheet";
import { vehicleBrands } from "../vehicle-brand.resource";

export default recordPage(vehicleBrands, VehicleBrandSheet);
