import { textImportPage } from "@/app/_screen/text-import-page";
import { formattedTextImport } from "../formatted-text.resource";

export default textImportPage("formattedTexts", formattedTextImport);
