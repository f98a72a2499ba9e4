import { listPage } from "@/app/_screen/list-page";
import { HistoryList } from "./_screens/history.list";
import { history } from "./history.resource";

export default listPage(history, HistoryList);
