import { MailTemplatesTab } from "@/app/_company/company-mail-templates.tab";
import { portalPartPage } from "../portal-page";
import { teamMailTexts } from "../team.resource";

export default portalPartPage(teamMailTexts, MailTemplatesTab, (trpc, companyId) =>
  Promise.all([
    trpc.teamMailTemplates.editable.prefetch({ companyId }),
    trpc.teamMailTemplates.rows.prefetch({ companyId, limit: 1000 }),
    trpc.teamMailLooks.get.prefetch({ companyId }),
    trpc.profile.languages.prefetch({}),
  ]),
);
