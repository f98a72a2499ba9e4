import { listPage } from "@/app/_screen/list-page";
import { FirmwareCategoryList } from "./_screens/firmware-category.list";
import { firmwareCategories } from "./firmware-category.resource";

export default listPage(firmwareCategories, FirmwareCategoryList);
