import { IconHome, IconUser } from "@tabler/icons-react";
import { contactAt } from "@/app/portal/[companyId]/contact.resource";
import { fleetModelsAt, fleetPersAt, fleetRidersAt, fleetVehiclesAt } from "@/app/portal/[companyId]/fleet.resource";
import { dealersAt, manufacturersAt, subcontractorsAt } from "@/app/portal/[companyId]/partner.resource";
import { mailTextsAt, membersAt, preferencesScreen, rolesAt, teamsAt } from "@/app/portal/[companyId]/team.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of a company's own workspace, below its address. The layout picks those that the person may see in that company. */
export const workspace: readonly Screen[] = [
  { heading: "Home", at: "/", domain: "Home", icon: IconHome },
  fleetPersAt(""),
  fleetVehiclesAt(""),
  fleetRidersAt(""),
  fleetModelsAt(""),
  dealersAt(""),
  subcontractorsAt(""),
  manufacturersAt(""),
  membersAt(""),
  rolesAt(""),
  teamsAt(""),
  mailTextsAt(""),
  preferencesScreen,
  contactAt(""),
  { heading: "Profile", at: "/profile", domain: "Home", icon: IconUser, isUnlisted: true },
];
