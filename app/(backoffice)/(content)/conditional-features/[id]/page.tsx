import { recordPage } from "@/app/_screen/record-page";
import { ConditionalFeatureSheet } from "../_screens/conditional-feature.sheet";
import { conditionalFeatures } from "../conditional-feature.resource";

export default recordPage(conditionalFeatures, ConditionalFeatureSheet);
