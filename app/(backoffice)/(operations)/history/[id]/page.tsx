import { recordPage } from "@/app/_screen/record-page";
import { HistorySheet } from "../_screens/history.sheet";
import { history } from "../history.resource";

export default recordPage(history, HistorySheet);
