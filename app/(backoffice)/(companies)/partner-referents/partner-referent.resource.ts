import { IconAddressBook } from "@tabler/icons-react";
import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { resource } from "@/components/kit/resource";
import { companies } from "../companies/company.resource";

export const partnerReferents = resource("companyPartnerReferents", {
  one: "partner referent",
  many: "partner referents",
  at: "/partner-referents",
  icon: IconAddressBook,
  may: { read: "company-partner-referent.read", write: "company-partner-referent.write" },
  audited: "company-partner-referent",
  title: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  search: "name",
  words: {
    firstName: "First name",
    lastName: "Last name",
    email: "E-mail",
    phoneNumber: "Phone number",
    countryId: ["Country", countries],
    companyIds: "Companies",
  },
  shown: { name: "Name", companyId: ["Company", companies], companies: "Companies" },
});
