import { listPage } from "@/app/_screen/list-page";
import { ConditionalFeatureList } from "./_screens/conditional-feature.list";
import { conditionalFeatures } from "./conditional-feature.resource";

export default listPage(conditionalFeatures, ConditionalFeatureList);
