import { IconShieldCheck } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

/** The roles of one company, as a tab of its sheet. */
export const companyRoles = resource("companyRoles", {
  one: "role",
  many: "roles",
  at: "/companies",
  domain: "Companies",
  icon: IconShieldCheck,
  may: { read: "company-role.read", write: "company-role.write" },
  audited: "company-role",
  title: (record) => record.title,
  search: "title",
  words: { title: "Title", description: "Description", roleManagerId: "Managed by", permissions: "Permissions" },
  shown: {
    missingLanguageIds: "Missing translations",
    isDefault: "Default",
    isActivated: "Activated",
    membersCount: "People",
  },
  create: false,
});
