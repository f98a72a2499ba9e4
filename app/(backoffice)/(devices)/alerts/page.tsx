import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { AlertList } from "./_screens/alert.list";
import { alerts } from "./alert.resource";

export default listPage(alerts, AlertList, languagesAhead);
