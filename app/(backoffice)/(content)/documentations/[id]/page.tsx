import { recordPage } from "@/app/_screen/record-page";
import { DocumentationSheet } from "../_screens/documentation.sheet";
import { documentations } from "../documentation.resource";

export default recordPage(documentations, DocumentationSheet);
