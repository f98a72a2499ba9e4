import { recordPage } from "@/app/_screen/record-page";
import { VehicleBrandMessageSheet } from "../_screens/vehicle-brand-message.sheet";
import { vehicleBrandMessages } from "../vehicle-brand-message.resource";

export default recordPage(vehicleBrandMessages, VehicleBrandMessageSheet);
