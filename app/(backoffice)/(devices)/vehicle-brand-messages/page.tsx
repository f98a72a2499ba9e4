import { listPage } from "@/app/_screen/list-page";
import { VehicleBrandMessageList } from "./_screens/vehicle-brand-message.list";
import { vehicleBrandMessages } from "./vehicle-brand-message.resource";

export default listPage(vehicleBrandMessages, VehicleBrandMessageList);
