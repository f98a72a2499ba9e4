import { recordPage } from "@/app/_screen/record-page";
import { CompanyCategorySheet } from "../_screens/company-category.sheet";
import { companyCategories } from "../company-category.resource";

export default recordPage(companyCategories, CompanyCategorySheet);
