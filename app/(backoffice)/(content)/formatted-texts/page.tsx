import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { FormattedTextList } from "./_screens/formatted-text.list";
import { formattedTexts } from "./formatted-text.resource";

export default listPage(formattedTexts, FormattedTextList, languagesAhead);
