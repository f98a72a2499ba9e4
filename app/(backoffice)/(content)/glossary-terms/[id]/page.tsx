import { recordPage } from "@/app/_screen/record-page";
import { GlossaryTermSheet } from "../_screens/glossary-term.sheet";
import { glossaryTerms } from "../glossary-term.resource";

export default recordPage(glossaryTerms, GlossaryTermSheet);
