import { IconBuilding } from "@tabler/icons-react";
import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { resource } from "@/components/kit/resource";
import { companyStatusWords } from "@/server/companies/company/company.rules";
import { companyCategories } from "../company-categories/company-category.resource";

export const companies = resource("companies", {
  one: "company",
  many: "companies",
  at: "/companies",
  icon: IconBuilding,
  may: { read: "company.read", write: "company.write" },
  audited: "company",
  title: (record) => record.name,
  search: "name",
  words: {
    name: "Name",
    registerNumber: "Register number",
    companyCategoryId: ["Category", companyCategories],
    status: { title: "Status", values: companyStatusWords },
    isVerified: "Verified",
    maxUnaccepted: "Limit of open partners",
    email: "E-mail",
    phoneNumber: "Phone number",
    address: "Address",
    countryId: ["Country", countries],
    erpId: "ERP id",
  },
  shown: {
    hasWaitingInvitations: "Waiting invitations",
    "category.name": "Category",
    peopleCount: "People",
    persCount: "PERS",
    vehiclesCount: "Vehicles",
  },
});
