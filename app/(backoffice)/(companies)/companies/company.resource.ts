import { IconBuilding } from "@tabler/icons-react";
import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { resource } from "@/components/kit/resource";

export const companies = resource("companies", {
  one: "company",
  many: "companies",
  at: "/companies",
  domain: "Companies",
  icon: IconBuilding,
  may: { read: "company.read" },
  title: (record) => record.name,
  search: "name",
  words: {},
  shown: {
    name: "Name",
    registerNumber: "Register number",
    "category.label": "Category",
    status: "Status",
    peopleCount: "People",
    email: "E-mail",
    phoneNumber: "Phone number",
    address: "Address",
    countryId: ["Country", countries],
    erpId: "ERP id",
  },
});
