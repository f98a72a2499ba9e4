import { newPage } from "@/app/_screen/new-page";
import { FirmwareCategoryForm } from "../_screens/firmware-category.form";
import { firmwareCategories } from "../firmware-category.resource";

export default newPage(firmwareCategories, FirmwareCategoryForm);
