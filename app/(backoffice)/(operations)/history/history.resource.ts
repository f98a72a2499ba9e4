import { IconHistory } from "@tabler/icons-react";
import { companies } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { staff } from "@/app/(backoffice)/(people)/staff/staff.resource";
import { resource } from "@/components/kit/resource";
import { changeWords } from "./change.words";

export const history = resource("audit", {
  one: "change",
  many: "changes",
  heading: "History",
  at: "/history",
  icon: IconHistory,
  may: { read: "audit.read" },
  title: (record) => record.objectLabel ?? record.actorLabel,
  search: "objectLabel",
  words: {},
  shown: {
    ...changeWords,
    actorId: ["Person", staff],
    "company.name": "Company",
    inCompanyId: ["Company", companies],
  },
});
