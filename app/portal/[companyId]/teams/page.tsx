import { CompanyTeamsTab } from "@/app/_company/company-teams.tab";
import { portalPartPage } from "../portal-page";
import { teamsAt } from "../team.resource";

export default portalPartPage(teamsAt(""), CompanyTeamsTab);
