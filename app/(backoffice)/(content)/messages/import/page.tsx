import { textImportPage } from "@/app/_screen/text-import-page";
import { messageImport } from "../message.resource";

export default textImportPage("messages", messageImport);
