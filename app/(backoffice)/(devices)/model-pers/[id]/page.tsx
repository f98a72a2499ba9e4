import { recordPage } from "@/app/_screen/record-page";
import { ModelPersSheet } from "../_screens/model-pers.sheet";
import { modelPers } from "../model-pers.resource";

export default recordPage(modelPers, ModelPersSheet);
