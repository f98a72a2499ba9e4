import { MailTemplatesTab } from "@/app/_company/company-mail-templates.tab";
import { portalPartPage } from "../portal-page";
import { teamMailTexts } from "../team.resource";

export default portalPartPage(teamMailTexts, MailTemplatesTab);
