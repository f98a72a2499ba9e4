import { recordPage } from "@/app/_screen/record-page";
import { LanguageSheet } from "../_screens/language.sheet";
import { languages } from "../language.resource";

export default recordPage(languages, LanguageSheet);
