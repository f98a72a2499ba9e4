import { IconCategory } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const companyCategories = resource("companyCategories", {
  one: "company category",
  many: "company categories",
  at: "/company-categories",
  icon: IconCategory,
  may: { read: "company-category.read", write: "company-category.write" },
  audited: "company-category",
  title: (record) => record.name,
  search: "label",
  words: { label: "Name", permissions: "Maximum permissions" },
  shown: { name: "Name", code: "Code", companiesCount: "Companies", missingLanguageIds: "Missing translations" },
  create: false,
});
