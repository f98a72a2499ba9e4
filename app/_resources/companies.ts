import { brandLinks } from "@/app/(backoffice)/(companies)/brand-links/brand-link.resource";
import { companies as companyScreen } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { companyCategories } from "@/app/(backoffice)/(companies)/company-categories/company-category.resource";
import { partnerReferents } from "@/app/(backoffice)/(companies)/partner-referents/partner-referent.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of companies, in the order of the rail. */
export const companies: Screen[] = [companyScreen, companyCategories, brandLinks, partnerReferents];
