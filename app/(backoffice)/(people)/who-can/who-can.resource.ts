import { IconUserQuestion } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { roles } from "../roles/role.resource";

export const rightHolders = resource("rightHolders", {
  one: "permission holder",
  many: "permission holders",
  heading: "Who can do what",
  at: "/who-can",
  icon: IconUserQuestion,
  may: { read: "role.read" },
  title: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  search: "name",
  words: {},
  shown: {
    name: "Name",
    lastName: "Name",
    roles: "Through",
    roleId: ["Role", roles],
    permission: "Permission",
    type: "Type",
    email: "E-mail",
  },
});
