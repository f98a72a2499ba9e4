import { newPage } from "@/app/_screen/new-page";
import { CompanyForm } from "../_screens/company.form";
import { companies } from "../company.resource";

export default newPage(companies, CompanyForm);
