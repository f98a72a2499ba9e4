import { listPage } from "@/app/_screen/list-page";
import { LanguageList } from "./_screens/language.list";
import { languages } from "./language.resource";

export default listPage(languages, LanguageList);
