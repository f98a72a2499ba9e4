// What the parts of a company are called, at the backoffice's door and at the company's own.

interface Person {
  firstName: string;
  lastName: string;
  email: string;
}

/** Of somebody who has not accepted yet, a company may know the address alone. */
const nameOf = ({ firstName, lastName, email }: Person) => `${firstName} ${lastName}`.trim() || email;

const person = {
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phoneNumber: "Phone number",
} as const;

export const memberWords = {
  one: "member",
  many: "members",
  title: nameOf,
  search: "name",
  words: { ...person, languageId: "Language", companyRoleId: "Role", isAdmin: "Admin" },
  shown: {
    name: "Name",
    "companyRole.name": "Role",
    roleId: "Role",
    status: "Membership",
    invitationDate: "Invited",
    entryDate: "Since",
  },
  create: false,
} as const;

export const roleWords = {
  one: "role",
  many: "roles",
  title: (record: { name: string }) => record.name,
  search: "title",
  words: { title: "Title", description: "Description", roleManagerId: "Managed by", permissions: "Permissions" },
  shown: {
    name: "Title",
    missingLanguageIds: "Missing translations",
    isDefault: "Default",
    isActivated: "Activated",
    membersCount: "People",
  },
  create: false,
} as const;

export const teamWords = {
  one: "team",
  many: "teams",
  title: (record: { name: string }) => record.name,
  search: "name",
  words: { name: "Name", description: "Description" },
  shown: { pilotsCount: "Pilots" },
  create: false,
} as const;

export const pilotWords = {
  one: "pilot",
  many: "pilots",
  title: ({ user }: { user: Person }) => nameOf(user),
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
} as const;

export const mailTextWords = {
  one: "custom text",
  many: "custom texts",
  title: (record: { subject: string }) => record.subject,
  search: "mailTemplateId",
  words: { languageId: "Language", subject: "Subject", content: "Text" },
  shown: { code: "E-mail" },
  create: false,
} as const;
