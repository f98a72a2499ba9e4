import { IconBuildingPlus } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { companyStatusWords } from "@/server/companies/company/company.rules";

export const companyQueue = resource("companyQueue", {
  one: "company",
  many: "companies",
  heading: "Companies to check",
  at: "/company-queue",
  icon: IconBuildingPlus,
  may: { read: "company.read", write: "company.write" },
  audited: "company",
  title: (record) => record.name,
  search: "name",
  words: {},
  shown: {
    name: "Name",
    registerNumber: "Register number",
    email: "E-mail",
    status: { title: "Status", values: companyStatusWords },
    isVerified: "Verified",
    isDuplicate: "Same register number",
    "category.name": "Category",
    "invitedBy.name": "Invited by",
    peopleCount: "People",
    createdAt: "Created",
  },
  create: false,
});
