import { companies as companyScreen } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { companyCategories } from "@/app/(backoffice)/(companies)/company-categories/company-category.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of companies, in the order of the rail. */
export const companies: Screen[] = [companyScreen, companyCategories];
