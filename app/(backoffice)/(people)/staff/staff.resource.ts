import { IconUserCog } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { userAccount, userFields } from "../portal-users/_screens/user.words";
import { roles } from "../roles/role.resource";

export const staff = resource("staff", {
  ...userAccount,
  one: "staff member",
  many: "staff",
  at: "/staff",
  icon: IconUserCog,
  may: { read: "staff.read", write: "staff.write" },
  words: userFields,
  shown: {
    name: "Name",
    roles: "Roles",
    roleId: ["Role", roles],
    hasSecondFactor: "Two-step sign-in",
    lastLoginAt: "Last sign-in",
  },
  create: "Invite staff",
});
