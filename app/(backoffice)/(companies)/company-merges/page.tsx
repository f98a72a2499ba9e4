import { listPage } from "@/app/_screen/list-page";
import { CompanyMergeList } from "./_screens/company-merge.list";
import { companyMerges } from "./company-merge.resource";

export default listPage(companyMerges, CompanyMergeList);
