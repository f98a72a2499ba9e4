import { recordPage } from "@/app/_screen/record-page";
import { LevelAlertSheet } from "../_screens/level-alert.sheet";
import { levelAlerts } from "../level-alert.resource";

export default recordPage(levelAlerts, LevelAlertSheet);
