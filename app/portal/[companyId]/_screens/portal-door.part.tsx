"use client";

import { type ReactNode, useMemo } from "react";
import { type CompanyDoor, CompanyDoorProvider } from "@/app/_company/company-door";
import { BaseProvider } from "@/components/kit/base";
import { teamMailTexts, teamMembers, teamPilots, teamRoles, teams } from "../team.resource";

/** A company as its own people see it. */
export function PortalDoor({ companyId, children }: { companyId: string; children: ReactNode }) {
  const door = useMemo(
    (): CompanyDoor => ({
      companyId,
      invited: { isAdmin: false },
      members: teamMembers,
      roles: teamRoles,
      teams,
      pilots: teamPilots,
      mailTexts: teamMailTexts,
      mailLooks: "teamMailLooks",
      preferences: {
        router: "teamPreferences",
        may: { read: "team-preference.read", write: "team-preference.write" },
      },
      allowToManage: "teamAllowToManage",
      roleConfigurations: "teamRoleConfigurations",
      personAt: () => undefined,
    }),
    [companyId],
  );
  return (
    <BaseProvider at={`/portal/${companyId}`} where={{ companyId }}>
      <CompanyDoorProvider door={door}>{children}</CompanyDoorProvider>
    </BaseProvider>
  );
}
