import { newPage } from "@/app/_screen/new-page";
import { ConditionalFeatureForm } from "../_screens/conditional-feature.form";
import { conditionalFeatures } from "../conditional-feature.resource";

export default newPage(conditionalFeatures, ConditionalFeatureForm);
