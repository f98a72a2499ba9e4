import { CompanyRolesTab } from "@/app/_company/company-roles.tab";
import { portalPartPage } from "../portal-page";
import { teamRoles } from "../team.resource";

export default portalPartPage(teamRoles, CompanyRolesTab);
