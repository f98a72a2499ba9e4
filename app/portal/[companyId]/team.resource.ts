import { IconAdjustments, IconMail, IconShieldLock, IconSteeringWheel, IconUsersGroup } from "@tabler/icons-react";
import { mailTextWords, memberWords, pilotWords, roleWords, teamWords } from "@/app/_company/company-parts.words";
import { resource } from "@/components/kit/resource";
import type { Screen } from "@/components/kit/screen";

// The company's own people, in its workspace. `base` is the workspace's address; the menu knows them below "".

type Base = "" | `/portal/${string}`;

export const membersAt = (base: Base) =>
  resource("members", {
    ...memberWords,
    heading: "Team",
    at: `${base}/team`,
    domain: "Company",
    icon: IconUsersGroup,
    may: { read: "company-member.read", write: "company-member.write" },
  });

export const rolesAt = (base: Base) =>
  resource("teamRoles", {
    ...roleWords,
    at: `${base}/roles`,
    domain: "Company",
    icon: IconShieldLock,
    may: { read: "team-role.read", write: "team-role.write" },
  });

export const teamsAt = (base: Base) =>
  resource("teams", {
    ...teamWords,
    heading: "Teams and pilots",
    at: `${base}/teams`,
    domain: "Company",
    icon: IconSteeringWheel,
    may: { read: "team.read", write: "team.write" },
  });

export const pilotsAt = (base: Base) =>
  resource("teamPilots", {
    ...pilotWords,
    at: `${base}/teams`,
    domain: "Company",
    icon: IconSteeringWheel,
    may: { read: "team.read", write: "team.write" },
  });

export const mailTextsAt = (base: Base) =>
  resource("teamMailTemplates", {
    ...mailTextWords,
    heading: "E-mail texts",
    at: `${base}/mail-texts`,
    domain: "Company",
    icon: IconMail,
    may: { read: "team-mail-template.read", write: "team-mail-template.write" },
  });

/** How the company wants to be written to. */
export const preferencesScreen: Screen = {
  heading: "Preferences",
  at: "/preferences",
  domain: "Company",
  icon: IconAdjustments,
  needs: "team-preference.read",
};
