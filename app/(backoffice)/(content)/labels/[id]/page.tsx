import { recordPage } from "@/app/_screen/record-page";
import { LabelSheet } from "../_screens/label.sheet";
import { labels } from "../label.resource";

export default recordPage(labels, LabelSheet);
