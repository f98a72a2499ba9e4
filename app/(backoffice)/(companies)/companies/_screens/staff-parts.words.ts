import { IconMail, IconShieldCheck, IconUsers, IconUsersGroup } from "@tabler/icons-react";
import { mailTextWords, memberWords, pilotWords, roleWords, teamWords } from "@/app/_company/company-parts.words";
import { resource } from "@/components/kit/resource";

// The parts of a company as staff see them, in tabs of its sheet.

const of = { at: "/companies" } as const;

export const companyUsers = resource("companyUsers", {
  ...of,
  ...memberWords,
  icon: IconUsers,
  may: { read: "company-admin.read", write: "company-admin.write" },
});

export const companyRoles = resource("companyRoles", {
  ...of,
  ...roleWords,
  icon: IconShieldCheck,
  may: { read: "company-role.read", write: "company-role.write" },
  audited: "company-role",
});

export const companyTeams = resource("companyTeams", {
  ...of,
  ...teamWords,
  icon: IconUsersGroup,
  may: { read: "company-team.read", write: "company-team.write" },
  audited: "company-team",
});

export const companyPilots = resource("companyPilots", {
  ...of,
  ...pilotWords,
  icon: IconUsersGroup,
  may: { read: "company-pilot.read", write: "company-pilot.write" },
});

export const companyMailTemplates = resource("companyMailTemplates", {
  ...of,
  ...mailTextWords,
  icon: IconMail,
  may: { read: "company-mail-template.read", write: "company-mail-template.write" },
  audited: "company-mail-template",
});

export const companyPreferenceRights = {
  read: "company-preference.read",
  write: "company-preference.write",
} as const;
