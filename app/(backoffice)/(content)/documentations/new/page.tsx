import { newPage } from "@/app/_screen/new-page";
import { DocumentationForm } from "../_screens/documentation.form";
import { documentations } from "../documentation.resource";

export default newPage(documentations, DocumentationForm);
