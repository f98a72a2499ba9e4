import { IconDoorEnter } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const entryRequests = resource("entryRequestsOfAll", {
  one: "entry request",
  many: "entry requests",
  at: "/entry-requests",
  domain: "Companies",
  icon: IconDoorEnter,
  may: { read: "company-admin.read", write: "company-admin.write" },
  title: ({ person }) => person.email,
  search: "name",
  words: {},
  shown: {
    name: "Name",
    "person.lastName": "Name",
    "person.email": "E-mail",
    "company.name": "Company",
    "invitedBy.company": "Invited by",
    status: "Status",
    id: "Answer",
  },
  create: false,
});
