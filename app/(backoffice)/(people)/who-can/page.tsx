import { listPage } from "@/app/_screen/list-page";
import { WhoCanList } from "./_screens/who-can.list";
import { rightHolders } from "./who-can.resource";

export default listPage(rightHolders, WhoCanList);
