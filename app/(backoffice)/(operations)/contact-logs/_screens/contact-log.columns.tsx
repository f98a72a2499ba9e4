import type { Shows } from "@/components/kit/list/definition";
import { When } from "@/components/ui/value";

export const contactLogShows: Shows<"contactLogs"> = {
  columns: [
    { key: "email", sort: true, width: "240px", onPhone: true },
    { key: "type", sort: true, width: "150px", onPhone: true },
    { key: "content" },
    { key: "lastName", width: "130px", hidden: true },
    { key: "firstName", width: "130px", hidden: true },
    { key: "platformTechKey", sort: true, width: "160px" },
    { key: "receivedAt", sort: true, width: "140px", onPhone: true, cell: (row) => <When at={row.receivedAt} /> },
    { key: "id", width: "300px", hidden: true },
  ],
  filters: [
    "email",
    "type",
    "content",
    { kind: "dates", name: "startDate", until: "endDate", days: "receivedAtInLastDays" },
  ],
};
