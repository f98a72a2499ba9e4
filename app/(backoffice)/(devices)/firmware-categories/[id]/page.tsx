import { recordPage } from "@/app/_screen/record-page";
import { FirmwareCategorySheet } from "../_screens/firmware-category.sheet";
import { firmwareCategories } from "../firmware-category.resource";

export default recordPage(firmwareCategories, FirmwareCategorySheet);
