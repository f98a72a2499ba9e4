import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { LevelAlertList } from "./_screens/level-alert.list";
import { levelAlerts } from "./level-alert.resource";

export default listPage(levelAlerts, LevelAlertList, languagesAhead);
