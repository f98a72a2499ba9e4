import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { recordPage } from "@/app/_screen/record-page";
import { CompanyPersImport } from "../../_screens/company-pers-import.form";
import { companyPersLinks } from "../../_screens/company-pers-link.words";
import { companies } from "../../company.resource";

export default recordPage(companies, CompanyPersImport, async ({ companyPersLinks: { imports } }, companyId) => {
  await onlyWhoMay(companyPersLinks.may.write);
  await Promise.all([imports.columns.prefetch({ companyId }), imports.recent.prefetch({ companyId })]);
});
