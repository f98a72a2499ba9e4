import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { DocumentationList } from "./_screens/documentation.list";
import { documentations } from "./documentation.resource";

export default listPage(documentations, DocumentationList, languagesAhead);
