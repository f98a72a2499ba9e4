import { newPage } from "@/app/_screen/new-page";
import { LanguageForm } from "../_screens/language.form";
import { languages } from "../language.resource";

export default newPage(languages, LanguageForm);
