import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { LabelList } from "./_screens/label.list";
import { labels } from "./label.resource";

export default listPage(labels, LabelList, languagesAhead);
