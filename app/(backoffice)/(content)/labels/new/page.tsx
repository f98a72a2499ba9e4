import { newPage } from "@/app/_screen/new-page";
import { LabelForm } from "../_screens/label.form";
import { labels } from "../label.resource";

export default newPage(labels, LabelForm);
