import { newPage } from "@/app/_screen/new-page";
import { VehicleBrandMessageForm } from "../_screens/vehicle-brand-message.form";
import { vehicleBrandMessages } from "../vehicle-brand-message.resource";

export default newPage(vehicleBrandMessages, VehicleBrandMessageForm);
