import { IconHistory } from "@tabler/icons-react";
import { companies } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { staff } from "@/app/(backoffice)/(people)/staff/staff.resource";
import { resource } from "@/components/kit/resource";

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
    at: "When",
    startDate: "When",
    actorLabel: "Person",
    actorId: ["Person", staff],
    action: "Change",
    differences: "Before and after",
    objectLabel: "Record",
    objectId: "Record ID",
    kind: "Type",
    objectType: "Type",
    "company.name": "Company",
    inCompanyId: ["Company", companies],
    door: { title: "Door", values: { screen: "Screen", rest: "API", job: "Background" } },
  },
});
