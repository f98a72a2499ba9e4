import { IconShieldLock, IconUsersGroup } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

type Base = "" | `/portal/${string}`;

export const membersAt = (base: Base) =>
  resource("members", {
    one: "member",
    many: "members",
    heading: "Team",
    at: `${base}/team`,
    domain: "People",
    icon: IconUsersGroup,
    may: { read: "company-member.read" },
    title: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    search: "name",
    words: {},
    shown: {
      name: "Name",
      lastName: "Name",
      email: "E-mail",
      isAdmin: "Admin",
      "companyRole.title": "Role",
      status: "Membership",
      entryDate: "Since",
    },
    create: false,
  });

export const teamRolesAt = (base: Base) =>
  resource("teamRoles", {
    one: "role",
    many: "roles",
    at: `${base}/team`,
    domain: "People",
    icon: IconShieldLock,
    may: { read: "team-role.read", write: "team-role.write" },
    title: ({ title }) => title,
    search: "title",
    words: { title: "Title", description: "Description", permissions: "Permissions", roleManagerId: "Managed by" },
    shown: { isDefault: "Default", isActivated: "Activated", membersCount: "Members" },
    create: false,
  });
