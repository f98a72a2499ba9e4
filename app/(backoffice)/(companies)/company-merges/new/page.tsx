import { newPage } from "@/app/_screen/new-page";
import { CompanyMergeForm } from "../_screens/company-merge.form";
import { companyMerges } from "../company-merge.resource";

export default newPage(companyMerges, CompanyMergeForm);
