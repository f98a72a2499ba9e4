import { CompanyRolesTab } from "@/app/_company/company-roles.tab";
import { firstRows } from "@/components/kit/list/url";
import { portalPartPage } from "../portal-page";
import { teamRoles } from "../team.resource";

export default portalPartPage(teamRoles, CompanyRolesTab, (trpc, companyId) =>
  Promise.all([
    trpc.teamRoles.rows.prefetch(firstRows({ companyId }, "title:asc")),
    trpc.teamRoles.list.prefetch({ companyId, isGetAll: true, sortBy: "title:asc" }),
    trpc.teamRoles.ceiling.prefetch({ companyId }),
    trpc.teamAllowToManage.list.prefetch({ companyId, isGetAll: true }),
  ]),
);
