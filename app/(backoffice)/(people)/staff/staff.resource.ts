import { IconUserCog } from "@tabler/icons-react";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { resource } from "@/components/kit/resource";
import { userRecorded, userStatusWords, userVerbs } from "../portal-users/_screens/user.words";
import { roles } from "../roles/role.resource";

export const staff = resource("staff", {
  one: "staff member",
  many: "staff",
  at: "/staff",
  icon: IconUserCog,
  may: { read: "staff.read", write: "staff.write" },
  audited: "user",
  notes: "user",
  title: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  search: "name",
  words: {
    firstName: "First name",
    lastName: "Last name",
    email: "E-mail",
    status: { title: "Status", values: userStatusWords },
    phoneNumber: "Phone number",
    languageId: ["Language", languages],
    roleIds: "Roles",
  },
  shown: {
    name: "Name",
    roles: "Roles",
    roleId: ["Role", roles],
    hasSecondFactor: "Two-step sign-in",
    lastLoginAt: "Last sign-in",
  },
  recorded: userRecorded,
  verbs: userVerbs,
  create: "Invite staff",
});
