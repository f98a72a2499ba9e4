import { CompanyTeamsTab } from "@/app/_company/company-teams.tab";
import { portalPartPage } from "../portal-page";
import { teams } from "../team.resource";

export default portalPartPage(teams, CompanyTeamsTab);
