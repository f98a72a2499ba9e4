"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Resource } from "@/components/kit/resource";
import type { Permission } from "@/server/permissions";

/**
 * The door at which a company is looked at: the backoffice's, or its own people's. The parts of a company are the same
 * screens at both; the door says which routers they ask, and who may.
 */
export interface CompanyDoor {
  companyId: string;
  members: Resource<"members">;
  roles: Resource<"teamRoles">;
  teams: Resource<"teams">;
  pilots: Resource<"teamPilots">;
  mailTexts: Resource<"teamMailTemplates">;
  mailLooks: "teamMailLooks";
  preferences: { router: "teamPreferences"; may: { read: Permission; write: Permission } };
  allowToManage: "teamAllowToManage";
  roleConfigurations: "teamRoleConfigurations";
  /** what somebody is invited as, to begin with */
  invited: { isAdmin: boolean };
  /** the page of a person, where the one who looks may open it */
  personAt: (userId: string) => string | undefined;
}

const DoorContext = createContext<CompanyDoor | undefined>(undefined);

export const CompanyDoorProvider = ({ door, children }: { door: CompanyDoor; children: ReactNode }) => (
  <DoorContext value={door}>{children}</DoorContext>
);

/** The door of the company that is on the screen. */
export function useCompanyDoor(): CompanyDoor {
  const door = useContext(DoorContext);
  if (!door) throw new Error("useCompanyDoor outside of CompanyDoorProvider");
  return door;
}
