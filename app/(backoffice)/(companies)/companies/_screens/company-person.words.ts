import { IconUsers } from "@tabler/icons-react";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { resource } from "@/components/kit/resource";

/** Everybody of one company, as a tab of its sheet. */
export const companyUsers = resource("companyUsers", {
  one: "person",
  many: "people",
  at: "/companies",
  domain: "Companies",
  icon: IconUsers,
  may: { read: "company-admin.read", write: "company-admin.write" },
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
    invitationDate: "Invited",
    entryDate: "Since",
  },
  create: false,
});

/** The form of an invitation. */
export const companyAdmins = resource("companyAdmins", {
  one: "admin",
  many: "admins",
  at: "/companies",
  domain: "Companies",
  icon: IconUsers,
  may: { read: "company-admin.read", write: "company-admin.write" },
  title: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  search: "name",
  words: {
    firstName: "First name",
    lastName: "Last name",
    email: "E-mail",
    phoneNumber: "Phone number",
    languageId: ["Language", languages],
    companyRoleId: "Role",
  },
  create: false,
});
