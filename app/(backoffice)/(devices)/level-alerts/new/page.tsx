import { newPage } from "@/app/_screen/new-page";
import { LevelAlertForm } from "../_screens/level-alert.form";
import { levelAlerts } from "../level-alert.resource";

export default newPage(levelAlerts, LevelAlertForm);
