import { recordPage } from "@/app/_screen/record-page";
import { ErasureSheet } from "../_screens/erasure.sheet";
import { erasures } from "../erasure.resource";

export default recordPage(erasures, ErasureSheet);
