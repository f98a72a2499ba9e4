import { IconUserCircle } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { userVerbs } from "../portal-users/_screens/user.words";
import { portalUsers } from "../portal-users/portal-user.resource";

export const riders = resource("riders", {
  one: "rider",
  many: "riders",
  at: "/riders",
  icon: IconUserCircle,
  may: { read: "rider.read" },
  audited: "user",
  notes: "user",
  title: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  search: "name",
  words: {},
  shown: portalUsers.allWords,
  verbs: userVerbs,
});
