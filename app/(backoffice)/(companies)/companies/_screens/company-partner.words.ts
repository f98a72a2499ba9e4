import { IconUsersGroup } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

/** Which company works with which, as a tab of a company's sheet. */
export const companyLinks = resource("companyLinks", {
  one: "partner",
  many: "partners",
  at: "/companies",
  icon: IconUsersGroup,
  may: { read: "company.read" },
  title: ({ linkedCompany }) => linkedCompany.name,
  search: "name",
  words: {},
  shown: {
    name: "Company",
    "company.name": "Company",
    "linkedCompany.name": "Partner",
    kind: "Relationship",
    status: "Status",
    createdAt: "Added",
    invitationDate: "Invited",
    email: "E-mail",
    isWaiting: "Waiting",
  },
});
