import { recordPage } from "@/app/_screen/record-page";
import { FormattedTextSheet } from "../_screens/formatted-text.sheet";
import { formattedTexts } from "../formatted-text.resource";

export default recordPage(formattedTexts, FormattedTextSheet);
