"use client";

import type { ReactNode } from "react";
import { type CompanyDoor, CompanyDoorProvider } from "@/app/_company/company-door";
import { portalUsers } from "@/app/(backoffice)/(people)/portal-users/portal-user.resource";
import { resourceSeenAs, routerSeenAs } from "@/components/kit/seen-as";
import { useMay } from "@/components/kit/viewer";
import {
  companyMailTemplates,
  companyPilots,
  companyPreferenceRights,
  companyRoles,
  companyTeams,
  companyUsers,
} from "./staff-parts.words";

const routers = {
  invited: { isAdmin: true },
  members: resourceSeenAs("members", companyUsers),
  roles: resourceSeenAs("teamRoles", companyRoles),
  teams: resourceSeenAs("teams", companyTeams),
  pilots: resourceSeenAs("teamPilots", companyPilots),
  mailTexts: resourceSeenAs("teamMailTemplates", companyMailTemplates),
  mailLooks: routerSeenAs("teamMailLooks", "companyMailLooks"),
  preferences: {
    router: routerSeenAs("teamPreferences", "companyPreferences"),
    may: companyPreferenceRights,
  },
  allowToManage: routerSeenAs("teamAllowToManage", "companyAllowToManage"),
  roleConfigurations: routerSeenAs("teamRoleConfigurations", "companyRoleConfigurations"),
};

/** A company as staff see it. */
export function StaffDoor({ companyId, children }: { companyId: string; children: ReactNode }) {
  const mayOpen = useMay()(portalUsers.may.read);
  const personAt = (userId: string) => (mayOpen ? portalUsers.record(userId) : undefined);
  const door: CompanyDoor = { ...routers, companyId, personAt };
  return <CompanyDoorProvider door={door}>{children}</CompanyDoorProvider>;
}
