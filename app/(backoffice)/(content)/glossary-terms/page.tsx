import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { GlossaryTermList } from "./_screens/glossary-term.list";
import { glossaryTerms } from "./glossary-term.resource";

export default listPage(glossaryTerms, GlossaryTermList, languagesAhead);
