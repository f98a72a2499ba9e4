import { recordPage } from "@/app/_screen/record-page";
import { CompanyPersImport } from "../../_screens/company-pers-import.form";
import { companies } from "../../company.resource";

export default recordPage(companies, CompanyPersImport, ({ companyPersLinks: { imports } }, companyId) =>
  Promise.all([imports.columns.prefetch({ companyId }), imports.recent.prefetch({ companyId })]),
);
