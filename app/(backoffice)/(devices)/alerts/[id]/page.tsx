import { recordPage } from "@/app/_screen/record-page";
import { AlertSheet } from "../_screens/alert.sheet";
import { alerts } from "../alert.resource";

export default recordPage(alerts, AlertSheet);
