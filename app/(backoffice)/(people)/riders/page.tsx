import { listPage } from "@/app/_screen/list-page";
import { RiderList } from "./_screens/rider.list";
import { riders } from "./rider.resource";

export default listPage(riders, RiderList);
