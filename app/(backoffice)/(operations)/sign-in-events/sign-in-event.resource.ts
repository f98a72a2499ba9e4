import { IconShieldX } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const signInEvents = resource("signInEvents", {
  one: "refusal",
  many: "refusals",
  heading: "Refused sign-ins",
  at: "/sign-in-events",
  icon: IconShieldX,
  may: { read: "audit.read" },
  title: (row) => row.user?.name ?? row.network ?? row.lastAt,
  search: "email",
  words: {},
  shown: {
    "user.name": "Account",
    kind: "Type",
    reason: "Reason",
    network: "Address",
    count: "Tries",
    lastAt: "When",
    startDate: "When",
    email: "E-mail",
    userId: "Account",
    id: "ID",
  },
});
