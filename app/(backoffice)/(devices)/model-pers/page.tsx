import { listPage } from "@/app/_screen/list-page";
import { ModelPersList } from "./_screens/model-pers.list";
import { modelPers } from "./model-pers.resource";

export default listPage(modelPers, ModelPersList);
