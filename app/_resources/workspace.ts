import {
  IconAdjustments,
  IconBike,
  IconBuildingStore,
  IconHome,
  IconMessage,
  IconSteeringWheel,
  IconUser,
  IconUsersGroup,
} from "@tabler/icons-react";
import { contactScreen } from "@/app/portal/[companyId]/contact.resource";
import {
  fleetAlerts,
  fleetFigures,
  fleetModels,
  fleetPers,
  fleetRiders,
  fleetRollouts,
  fleetVehicles,
} from "@/app/portal/[companyId]/fleet.resource";
import { dealers, manufacturers, subcontractors } from "@/app/portal/[companyId]/partner.resource";
import {
  companyHistory,
  preferencesScreen,
  removedScreen,
  teamMailTexts,
  teamMembers,
  teamRoles,
  teams,
} from "@/app/portal/[companyId]/team.resource";
import { type AreaGroups, type Screen, screensOf } from "@/components/kit/screen";

const home: Screen = { heading: "Home", at: "/", icon: IconHome };
const profile: Screen = { heading: "Profile", at: "/profile", icon: IconUser, isUnlisted: true };

/** What the rail of a company's own workspace leads to, below its address, in its order. The layout picks what the person may see there. */
export const workspaceAreas: AreaGroups = [
  [{ heading: "Home", icon: IconHome, others: [profile], pages: [[home]] }],
  [
    {
      heading: "Fleet",
      icon: IconBike,
      pages: [
        [fleetAlerts, "Alerts of your devices that need somebody: take one, deal with it, and close it."],
        [
          fleetFigures,
          "What your company did about alerts by week, how long it took, and which rules raise false alarms.",
        ],
        [fleetPers, "The PERS devices of your company: see which are silent, and which need attention."],
        [fleetRollouts, "Firmware on its way to your devices: which have it, which wait, and which failed."],
        [fleetVehicles, "The vehicles of your company, with their devices and riders."],
        [fleetModels, "The vehicle models of your brands."],
      ],
    },
    {
      heading: "Riders",
      icon: IconSteeringWheel,
      pages: [[fleetRiders, "The people who ride the vehicles of your company."]],
    },
  ],
  [
    {
      heading: "Partners",
      icon: IconBuildingStore,
      pages: [
        [dealers, "Dealers you work with: invite them, and hand vehicles over to them."],
        [subcontractors, "Companies that work for yours: choose which devices and brands they may see."],
        [manufacturers, "Manufacturers that share vehicles or devices with your company."],
      ],
    },
  ],
  [
    {
      heading: "Team",
      icon: IconUsersGroup,
      pages: [
        [teamMembers, "The people of your company, and what each may do."],
        [teamRoles, "Sets of rights for the people of your company."],
        [teams, "Teams share vehicles; pilots ride them."],
      ],
    },
    {
      heading: "Settings",
      icon: IconAdjustments,
      pages: [
        [preferencesScreen, "Language, time zone and messages of your company."],
        [teamMailTexts, "What e-mails in your company's name say."],
        [companyHistory, "Who changed what in your company, and what was there before."],
        [removedScreen, "What was removed in your company: bring it back, or delete it for good."],
      ],
    },
  ],
  [
    {
      heading: "Contact us",
      icon: IconMessage,
      pages: [[contactScreen, "Write to those who run Persdesk; the answer comes by e-mail."]],
    },
  ],
];

/** Every screen of a workspace. */
export const workspace = screensOf(workspaceAreas);
