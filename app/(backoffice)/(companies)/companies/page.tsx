import { listPage } from "@/app/_screen/list-page";
import { CompanyList } from "./_screens/company.list";
import { companies } from "./company.resource";

export default listPage(companies, CompanyList);
