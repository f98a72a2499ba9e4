import { MailTemplatesTab } from "@/app/_company/company-mail-templates.tab";
import { portalPartPage } from "../portal-page";
import { mailTextsAt } from "../team.resource";

export default portalPartPage(mailTextsAt(""), MailTemplatesTab);
