import { IconArrowMerge } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const companyMerges = resource("companyMerges", {
  one: "merge",
  many: "merges",
  heading: "Merged companies",
  at: "/company-merges",
  icon: IconArrowMerge,
  may: { read: "company-merge.read", write: "company-merge.write" },
  audited: "company-merge",
  title: (record) => `${record.from.name} → ${record.into.name}`,
  search: "name",
  words: {},
  shown: {
    name: "Name",
    "from.name": "Company that is given up",
    "into.name": "Company that stays",
    undoUntil: "Can be undone until",
    undoneAt: "Undone",
    isUndone: "Undone",
    createdAt: "Merged on",
  },
  create: "Merge companies",
});
