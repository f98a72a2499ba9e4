import { listPage } from "@/app/_screen/list-page";
import { PersAlertList } from "./_screens/pers-alert.list";
import { persAlerts } from "./pers-alert.resource";

export default listPage(persAlerts, PersAlertList);
