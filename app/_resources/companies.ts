import { brandLinks } from "@/app/(backoffice)/(companies)/brand-links/brand-link.resource";
import { companies as companyScreen } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { companyCategories } from "@/app/(backoffice)/(companies)/company-categories/company-category.resource";
import { companyMerges } from "@/app/(backoffice)/(companies)/company-merges/company-merge.resource";
import { companyQueue } from "@/app/(backoffice)/(companies)/company-queue/company-queue.resource";
import { partnerReferents } from "@/app/(backoffice)/(companies)/partner-referents/partner-referent.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of companies, in the order of the rail. */
export const companies: Screen[] = [
  companyScreen,
  companyQueue,
  companyMerges,
  companyCategories,
  brandLinks,
  partnerReferents,
];
