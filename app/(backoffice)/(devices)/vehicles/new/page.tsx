import { newPage } from "@/app/_screen/new-page";
import { VehicleForm } from "../_screens/vehicle.form";
import { vehicles } from "../vehicle.resource";

export default newPage(vehicles, VehicleForm);
