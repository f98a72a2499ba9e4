import { CompanyRolesTab } from "@/app/_company/company-roles.tab";
import { portalPartPage } from "../portal-page";
import { rolesAt } from "../team.resource";

export default portalPartPage(rolesAt(""), CompanyRolesTab);
