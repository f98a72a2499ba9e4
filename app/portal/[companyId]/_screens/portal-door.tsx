"use client";

import { type ReactNode, useMemo } from "react";
import { type CompanyDoor, CompanyDoorProvider } from "@/app/_company/company-door";
import { mailTextsAt, membersAt, pilotsAt, rolesAt, teamsAt } from "../team.resource";

/** A company as its own people see it. */
export function PortalDoor({ companyId, children }: { companyId: string; children: ReactNode }) {
  const door = useMemo((): CompanyDoor => {
    const base = `/portal/${companyId}` as const;
    return {
      companyId,
      invited: { isAdmin: false },
      members: membersAt(base),
      roles: rolesAt(base),
      teams: teamsAt(base),
      pilots: pilotsAt(base),
      mailTexts: mailTextsAt(base),
      mailLooks: "teamMailLooks",
      preferences: {
        router: "teamPreferences",
        may: { read: "team-preference.read", write: "team-preference.write" },
      },
      allowToManage: "teamAllowToManage",
      roleConfigurations: "teamRoleConfigurations",
      personAt: () => undefined,
    };
  }, [companyId]);
  return <CompanyDoorProvider door={door}>{children}</CompanyDoorProvider>;
}
