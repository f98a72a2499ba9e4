import { IconUsers } from "@tabler/icons-react";
import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { resource } from "@/components/kit/resource";
import { userAccount, userFields } from "./_screens/user.words";

export const portalUsers = resource("portalUsers", {
  ...userAccount,
  one: "portal user",
  many: "portal users",
  at: "/portal-users",
  icon: IconUsers,
  may: { read: "portal-user.read", write: "portal-user.write" },
  words: {
    ...userFields,
    type: {
      title: "Type",
      values: { Rider: "Rider", "Pro Center Admin": "Pro Center Admin", "Pro Center Member": "Pro Center Member" },
    },
    countryId: ["Country", countries],
    erpId: "ERP id",
  },
  shown: { name: "Name", lastLoginAt: "Last sign-in" },
});
