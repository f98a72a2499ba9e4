import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { CompanyCategoryList } from "./_screens/company-category.list";
import { companyCategories } from "./company-category.resource";

export default listPage(companyCategories, CompanyCategoryList, languagesAhead);
