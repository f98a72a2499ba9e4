import { listPage } from "@/app/_screen/list-page";
import { PersList } from "./_screens/pers.list";
import { pers } from "./pers.resource";

export default listPage(pers, PersList);
