import { CompanyPreferencesTab } from "@/app/_company/company-preferences.tab";
import { portalPartPage } from "../portal-page";
import { preferencesScreen } from "../team.resource";

export default portalPartPage(preferencesScreen, CompanyPreferencesTab, (trpc, companyId) =>
  Promise.all([trpc.teamPreferences.get.prefetch({ companyId }), trpc.profile.languages.prefetch({})]),
);
