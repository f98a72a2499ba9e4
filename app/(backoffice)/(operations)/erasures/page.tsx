import { listPage } from "@/app/_screen/list-page";
import { ErasureList } from "./_screens/erasure.list";
import { erasures } from "./erasure.resource";

export default listPage(erasures, ErasureList);
