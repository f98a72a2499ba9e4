import { listPage } from "@/app/_screen/list-page";
import { DocumentationList } from "./_screens/documentation.list";
import { documentations } from "./documentation.resource";

export default listPage(documentations, DocumentationList);
