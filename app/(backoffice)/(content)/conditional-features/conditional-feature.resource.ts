import { IconToggleRight } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { moduleNames } from "@/server/platform/product-name/product-name.rules";

export const conditionalFeatures = resource("conditionalFeatures", {
  one: "conditional feature",
  many: "conditional features",
  at: "/conditional-features",
  icon: IconToggleRight,
  may: { read: "conditional-feature.read", write: "conditional-feature.write" },
  audited: "conditional-feature",
  title: (record) => record.title,
  search: "title",
  bulk: { active: "boolean" },
  words: { title: "Title", keyword: "Keyword", active: "On", moduleId: "Module", description: "Description" },
  shown: {
    "module.label": { title: "Module", values: moduleNames },
    companyIds: "Companies",
    modelPersIds: "PERS models",
    apps: "Apps",
    companies: "Companies",
  },
  verbs: { "set-limits": "changed this" },
});
