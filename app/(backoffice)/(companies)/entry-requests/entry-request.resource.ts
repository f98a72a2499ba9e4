import { IconDoorEnter } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const entryRequests = resource("entryRequestsOfAll", {
  one: "request for entry",
  many: "requests for entry",
  at: "/entry-requests",
  domain: "Companies",
  icon: IconDoorEnter,
  may: { read: "company-admin.read", write: "company-admin.write" },
  title: ({ person }) => person.email,
  search: "name",
  words: {},
  shown: {
    name: "Person or company",
    "person.lastName": "Name",
    "person.email": "E-mail",
    "company.name": "Company",
    "invitedBy.company": "Who invited",
    status: "Status",
    createdAt: "Asked",
    decidedAt: "Answered",
    id: "Answer",
  },
  create: false,
});
