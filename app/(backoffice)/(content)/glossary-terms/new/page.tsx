import { newPage } from "@/app/_screen/new-page";
import { GlossaryTermForm } from "../_screens/glossary-term.form";
import { glossaryTerms } from "../glossary-term.resource";

export default newPage(glossaryTerms, GlossaryTermForm);
