import {
  IconAdjustments,
  IconHistory,
  IconMail,
  IconShieldLock,
  IconSteeringWheel,
  IconTrash,
  IconUsersGroup,
} from "@tabler/icons-react";
import { mailTextWords, memberWords, pilotWords, roleWords, teamWords } from "@/app/_company/company-parts.words";
import { changeWords } from "@/app/(backoffice)/(operations)/history/change.words";
import { resource } from "@/components/kit/resource";
import type { Screen } from "@/components/kit/screen";

// The company's own people, in its workspace. Addresses are below the workspace's (`useLinks`).

export const teamMembers = resource("members", {
  ...memberWords,
  heading: "Team",
  at: "/team",
  icon: IconUsersGroup,
  may: { read: "company-member.read", write: "company-member.write" },
});

export const teamRoles = resource("teamRoles", {
  ...roleWords,
  at: "/roles",
  icon: IconShieldLock,
  may: { read: "team-role.read", write: "team-role.write" },
});

export const teams = resource("teams", {
  ...teamWords,
  heading: "Teams and pilots",
  at: "/teams",
  icon: IconSteeringWheel,
  may: { read: "team.read", write: "team.write" },
});

export const teamPilots = resource("teamPilots", {
  ...pilotWords,
  at: "/teams",
  icon: IconSteeringWheel,
  may: { read: "team.read", write: "team.write" },
});

export const teamMailTexts = resource("teamMailTemplates", {
  ...mailTextWords,
  heading: "E-mail texts",
  at: "/mail-texts",
  icon: IconMail,
  may: { read: "team-mail-template.read", write: "team-mail-template.write" },
});

/** How the company wants to be written to. */
export const preferencesScreen: Screen = {
  heading: "Preferences",
  at: "/preferences",
  icon: IconAdjustments,
  needs: "team-preference.read",
};

/** What was removed in the company and can be brought back. */
export const removedScreen: Screen = {
  heading: "Removed records",
  at: "/removed",
  icon: IconTrash,
  needs: "team-preference.read",
};

/** What was changed in the company, as its own people see it. */
export const companyHistory = resource("companyAudit", {
  one: "change",
  many: "changes",
  heading: "History",
  at: "/history",
  icon: IconHistory,
  may: { read: "company-audit.read" },
  title: (record) => record.objectLabel ?? record.actorLabel,
  search: "objectLabel",
  words: {},
  shown: { ...changeWords, memberId: ["Person", teamMembers] },
  create: false,
});
