import { listPage } from "@/app/_screen/list-page";
import { FormattedTextList } from "./_screens/formatted-text.list";
import { formattedTexts } from "./formatted-text.resource";

export default listPage(formattedTexts, FormattedTextList);
