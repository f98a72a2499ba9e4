import { IconUserShare } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const members = resource("switchTo", {
  one: "member",
  many: "members",
  heading: "Switch to a member",
  at: "/switch-to",
  icon: IconUserShare,
  may: { read: "switch-to.use" },
  title: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  search: "memberName",
  words: {},
  shown: {
    memberName: "Member",
    lastName: "Member",
    companyName: "Company",
    roleTitle: "Role",
    email: "E-mail",
    type: "Type",
  },
});
