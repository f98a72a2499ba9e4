import { newPage } from "@/app/_screen/new-page";
import { AlertForm } from "../_screens/alert.form";
import { alerts } from "../alert.resource";

export default newPage(alerts, AlertForm);
