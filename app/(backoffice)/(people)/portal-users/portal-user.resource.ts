import { IconUsers } from "@tabler/icons-react";
import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { resource } from "@/components/kit/resource";
import { userRecorded, userStatusWords, userVerbs } from "./_screens/user.words";

export const portalUsers = resource("portalUsers", {
  one: "portal user",
  many: "portal users",
  at: "/portal-users",
  icon: IconUsers,
  may: { read: "portal-user.read", write: "portal-user.write" },
  audited: "user",
  notes: "user",
  title: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  search: "name",
  words: {
    firstName: "First name",
    lastName: "Last name",
    email: "E-mail",
    type: {
      title: "Type",
      values: { Rider: "Rider", "Pro Center Admin": "Pro Center Admin", "Pro Center Member": "Pro Center Member" },
    },
    status: { title: "Status", values: userStatusWords },
    phoneNumber: "Phone number",
    countryId: ["Country", countries],
    languageId: ["Language", languages],
    erpId: "ERP id",
    roleIds: "Roles",
  },
  shown: { name: "Name", lastLoginAt: "Last sign-in" },
  recorded: userRecorded,
  verbs: userVerbs,
});
