import { newPage } from "@/app/_screen/new-page";
import { ModelPersForm } from "../_screens/model-pers.form";
import { modelPers } from "../model-pers.resource";

export default newPage(modelPers, ModelPersForm);
