import { companyPersLinks } from "@/app/(backoffice)/(companies)/companies/_screens/company-pers-link.words";
import { companyVehicleLinks } from "@/app/(backoffice)/(companies)/companies/_screens/company-vehicle-link.words";
import {
  companyMailTemplates,
  companyRoles,
  companyTeams,
} from "@/app/(backoffice)/(companies)/companies/_screens/staff-parts.words";
import { companyAlertWork } from "@/app/(backoffice)/(devices)/alert-desk/_screens/alert-recorded.words";
import { isAudited } from "@/components/kit/audited";
import { actionWords } from "../_screen/action-words";
import { backoffice } from "./backoffice";

/** What has a history: the resources of the backoffice, and parts of records, which have no pages of their own. */
export const audited = {
  pages: backoffice.filter(isAudited),
  verbs: actionWords,
  parts: [companyPersLinks, companyVehicleLinks, companyMailTemplates, companyRoles, companyTeams, companyAlertWork],
};
