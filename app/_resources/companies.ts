import { IconBuilding } from "@tabler/icons-react";
import { brandLinks } from "@/app/(backoffice)/(companies)/brand-links/brand-link.resource";
import { companies as companyScreen } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { companyCategories } from "@/app/(backoffice)/(companies)/company-categories/company-category.resource";
import { companyMerges } from "@/app/(backoffice)/(companies)/company-merges/company-merge.resource";
import { companyQueue } from "@/app/(backoffice)/(companies)/company-queue/company-queue.resource";
import { partnerReferents } from "@/app/(backoffice)/(companies)/partner-referents/partner-referent.resource";
import type { Area } from "@/components/kit/screen";

/** The area of the companies. */
export const companies: readonly Area[] = [
  {
    heading: "Companies",
    icon: IconBuilding,
    pages: [
      [companyScreen, "Every company, with its people, its fleet and its partners."],
      [companyQueue, "Companies that others entered: check them, merge them with known ones, or refuse them."],
      [companyMerges, "Which companies were made one, by whom, and the way to undo it."],
      [partnerReferents, "The company that answers for a partner where several know it."],
      [brandLinks, "Which companies sell or make which vehicle brands, and since when."],
      [companyCategories, "The kinds of companies, by which lists of companies can be filtered."],
    ],
  },
];
