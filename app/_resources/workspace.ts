import { IconHome, IconUser } from "@tabler/icons-react";
import { contactScreen } from "@/app/portal/[companyId]/contact.resource";
import { fleetModels, fleetPers, fleetRiders, fleetVehicles } from "@/app/portal/[companyId]/fleet.resource";
import { dealers, manufacturers, subcontractors } from "@/app/portal/[companyId]/partner.resource";
import {
  preferencesScreen,
  teamMailTexts,
  teamMembers,
  teamRoles,
  teams,
} from "@/app/portal/[companyId]/team.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of a company's own workspace, below its address. The layout picks those that the person may see in that company. */
export const workspace: readonly Screen[] = [
  { heading: "Home", at: "/", domain: "Home", icon: IconHome },
  fleetPers,
  fleetVehicles,
  fleetRiders,
  fleetModels,
  dealers,
  subcontractors,
  manufacturers,
  teamMembers,
  teamRoles,
  teams,
  teamMailTexts,
  preferencesScreen,
  contactScreen,
  { heading: "Profile", at: "/profile", domain: "Home", icon: IconUser, isUnlisted: true },
];
