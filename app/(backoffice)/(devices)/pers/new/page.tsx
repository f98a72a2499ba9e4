import { newPage } from "@/app/_screen/new-page";
import { PersForm } from "../_screens/pers.form";
import { pers } from "../pers.resource";

export default newPage(pers, PersForm);
