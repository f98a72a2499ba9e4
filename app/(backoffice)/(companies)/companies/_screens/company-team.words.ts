import { IconUsersGroup } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

/** The teams of one company, as a tab of its sheet. */
export const companyTeams = resource("companyTeams", {
  one: "team",
  many: "teams",
  at: "/companies",
  domain: "Companies",
  icon: IconUsersGroup,
  may: { read: "company-team.read", write: "company-team.write" },
  audited: "company-team",
  title: (record) => record.name,
  search: "name",
  words: { name: "Name", description: "Description" },
  shown: { pilotsCount: "Pilots" },
  create: false,
});

/** The people who ride in a team. */
export const companyPilots = resource("companyPilots", {
  one: "pilot",
  many: "pilots",
  at: "/companies",
  domain: "Companies",
  icon: IconUsersGroup,
  may: { read: "company-pilot.read", write: "company-pilot.write" },
  title: ({ user }) => `${user.firstName} ${user.lastName}`,
  search: "companyTeamId",
  words: { companyTeamId: "Team", user: "Person" },
  shown: {
    "user.lastName": "Name",
    "user.email": "E-mail",
    "user.phoneNumber": "Phone number",
    status: "Membership",
    invitationDate: "Invited",
    entryDate: "Since",
  },
  create: false,
});
