import { textImportPage } from "@/app/_screen/text-import-page";
import { labelImport } from "../label.resource";

export default textImportPage("labels", labelImport);
